import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getKind } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { AdminReportsReply, CreateReply, Share, UploadAudioReply } from '@atelier/contract';
import { makeSound, writeTestFile } from '@atelier/media/testing';
import { newKey } from '@atelier/storage';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endGeneration } from '../../testing/endings.ts';
import { issue } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createAudioPath, uploadSound } from '../../testing/submissions.ts';
import { makeTakeOut, unzip } from '../../testing/take-outs.ts';
import { createWebWords } from '../../testing/web-words.ts';
import { upload } from '../uploads/testing/form.ts';

const api = await startTestApi({
  settings: { WEB_DIST: await createWebWords(), ADMIN_EMAILS: 'ops@atelier.test' },
});
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());
const user = await api.user({ credits: 1_000 });
const operator = await api.user({ email: 'ops@atelier.test' });
const sample = await uploadSound(user);

const sentence = 'Please confirm that you are this speaker or have their consent';
const speech = { audio_generation_type: 'chatterbox', prompt: 'The last ferry left at nine.' };
const send = (more: object = {}) => user.post(createAudioPath, { ...speech, ...more });

async function submit(more: object): Promise<string> {
  const reply = await send(more);
  expect(reply.status, String(reply.bytes)).toBe(200);
  return (reply.body as CreateReply).id;
}

const readInput = async (id: string, by = user) => {
  const reply = await by.get(`/api/generations/${id}`);
  return (reply.body as { generation: { input: Record<string, unknown> } }).generation.input;
};
const credits = async () => ((await user.get('/api/user/info')).body as { credits: object }).credits;

/** Ends a generation with a stored sound. */
async function finish(id: string): Promise<void> {
  const content = makeSound('mp3');
  const key = newKey(user.userId, 'audio/mpeg');
  await api.deps.store.put(key, Readable.from([content]), { contentType: 'audio/mpeg', maxBytes: 1_000_000 });
  const output = { content_type: 'audio/mpeg', storage_key: key, bytes: content.length };
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 5, error: null, output });
}

describe('a voice sample', () => {
  it.each([{}, { speaker_consent: false }, { speaker_consent: null }])(
    'with the consent %j is refused at that field before anything is reserved',
    async (consent) => {
      const before = await credits();
      const reply = await send({ audio_url: sample, ...consent });
      expect([reply.status, reply.body]).toMatchObject([
        400,
        { issues: [issue('speaker_consent', sentence)] },
      ]);
      const named = await user.post('/api/generations', {
        kind: 'chatterbox',
        input: { prompt: speech.prompt, audio_url: sample, ...consent },
      });
      expect([named.status, named.body]).toMatchObject([
        400,
        { issues: [{ path: 'input.speaker_consent', code: 'consent_required' }] },
      ]);
      expect(await credits()).toEqual(before);
    },
  );

  it('is refused at its field when it is silent, damaged or longer than a minute', {
    tags: 'each-rule',
  }, async () => {
    const before = await credits();
    const inside = (content: Buffer) => `data:audio/wav;base64,${content.toString('base64')}`;
    const given = { speaker_consent: true };
    const silent = await send({ ...given, audio_url: inside(makeSound('silentWav')) });
    expect([silent.status, silent.body]).toMatchObject([415, { path: 'audio_url', reason: 'silent' }]);
    const damaged = await send({ ...given, audio_url: inside(makeSound('wav').subarray(0, 60_000)) });
    expect([damaged.status, damaged.body]).toMatchObject([415, { path: 'audio_url', reason: 'unreadable' }]);
    const path = join(api.store.dataDir, 'long-sample');
    const graph =
      'sine=frequency=300:sample_rate=8000:duration=62,aformat=sample_fmts=s16:channel_layouts=mono';
    writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, path);
    const { body } = await upload(user, '/api/upload-audio', await readFile(path), 'a.wav');
    const long = await send({ ...given, audio_url: (body as UploadAudioReply).data.audio_url });
    const message = 'The sound may be at most 60 seconds long with these settings';
    expect([long.status, long.body]).toMatchObject([400, { issues: [issue('audio_url', message)] }]);
    expect(await credits()).toEqual(before);
  });

  it('is not needed, and a text above the limit of the model is refused with its length', async () => {
    const plain = await submit({ speaker_consent: true });
    expect(await readInput(plain)).toMatchObject({ audio_url: null, speaker_consent: null });
    const long = await send({ prompt: 'x'.repeat(20_000) });
    const message = 'This must be at most 5000 characters';
    expect([long.status, long.body]).toMatchObject([400, { issues: [issue('prompt', message)] }]);
  });
});

describe('the consent of a speaker', () => {
  it('is kept with the generation, in the take-out and for operators, and is no part of its request', async () => {
    const id = await submit({ audio_url: sample, speaker_consent: true });
    const input = await readInput(id);
    expect(input).toMatchObject({ audio_url: expect.stringContaining('/media/'), speaker_consent: true });
    expect(getProvider(getKind('chatterbox')).toRequest(input).body).not.toHaveProperty('speaker_consent');
    await finish(id);
    const { url } = await makeTakeOut(api, user);
    const files = await unzip((await user.get(url)).bytes);
    const described = [...files].find(([name]) => /^audio\/.*\.json$|^sounds\/.*\.json$/.test(name));
    expect(JSON.parse(String(described?.[1]))).toMatchObject({ settings: { speaker_consent: true } });

    const { share } = (await user.post(`/api/generations/${id}/share`, {})).body as { share: Share };
    const page = new URL(share.url ?? '').pathname;
    const visitor = api.browser();
    expect(String((await visitor.get(page)).body)).not.toMatch(/consent/i);
    const reported = await visitor.request(`${page}/report`, {
      method: 'POST',
      body: new URLSearchParams({ reason: 'violence', statement: 'yes' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(reported.status, String(reported.body)).toBe(303);
    const { data } = (await operator.get('/api/admin/reports')).body as AdminReportsReply;
    expect(data).toMatchObject([{ generation_id: id, has_consent: true }]);
    expect(data[0]).not.toHaveProperty('input');
  });

  it('stays with the same sample when the generation is made again for its owner', async () => {
    const id = await submit({ audio_url: sample, speaker_consent: true });
    const operate = (act: string) =>
      operator.post(`/api/admin/generations/${id}/${act}`, { reason: 'Again', request_id: randomUUID() });
    await operate('fail');
    const { generation } = (await operate('retry')).body as { generation: { id: string } };
    expect(await readInput(generation.id)).toEqual(await readInput(id));
  });

  it('is given by a program of fal beside the fields of the model, and asked for at its name', async () => {
    const body = { text: speech.prompt, audio_url: sample };
    const headers = { 'x-fal-target-url': 'https://queue.fal.run/fal-ai/chatterbox/text-to-speech' };
    const call = (more: object) => user.post('/api/wan/fal/proxy', { ...body, ...more }, { headers });
    const refused = await call({});
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 'speaker_consent'], msg: sentence }] },
    ]);
    const taken = await call({ speaker_consent: true });
    expect(taken.status, String(taken.bytes)).toBe(200);
    const { request_id: id } = taken.body as { request_id: string };
    expect(await readInput(id)).toMatchObject({ prompt: speech.prompt, speaker_consent: true });
  });
});
