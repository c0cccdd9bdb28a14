import { randomUUID } from 'node:crypto';
import { defaultInput, getKind, type Kind, type KindInput, mediumFacts } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import { kindsByShape, shapeCount } from '@atelier/catalog/testing';
import type { CreateReply, UploadVideoReply } from '@atelier/contract';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { makeVideoWithSound } from '@atelier/media/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { issue } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { textToImage, uploadImage, uploadSound } from '../../testing/submissions.ts';
import { upload } from '../uploads/testing/form.ts';

const api = await startTestApi({ settings: { LIMIT_UPLOAD_PER_MINUTE: '100000' } });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const path = '/api/generations';
const user = await api.user({ credits: 10_000_000 });
const boat = { kind: 'text-to-video', input: { prompt: 'A paper boat on the rain' } };

/** A real one with a sound: prices that depend on the length of a video are for no longer one. */
async function uploadRealVideo(): Promise<string> {
  const reply = await upload(user, '/api/upload-video', await makeVideoWithSound('mp3'));
  return (reply.body as UploadVideoReply).data.video_url;
}
const [sound, film] = [await uploadSound(user), await uploadRealVideo()];
const files = { image: await uploadImage(user), video: film, audio: sound, 'audio-or-video': sound };

/** The first example of a kind, with files that exist. */
function exampleInput(kind: Kind): KindInput {
  const owned = Object.entries(listExamples(kind)[0]?.input ?? {}).map(([name, value]) => {
    const widget = kind.fields[name]?.widget;
    if (widget?.type !== 'upload') return [name, value];
    return [name, Array.isArray(value) ? value.map(() => files[widget.accept]) : files[widget.accept]];
  });
  return Object.fromEntries(owned);
}

/** The fields by which the call of its medium knows the kind. */
function nameKind(kind: Kind): Record<string, unknown> {
  const { typeField, isNamedByMode } = mediumFacts[kind.medium];
  const { mode, model } = kind.columns(defaultInput(kind));
  if (typeField === undefined) return {};
  return isNamedByMode ? { [typeField]: mode, model } : { [typeField]: kind.id };
}

describe('the creation call for every kind', () => {
  for (const [options, cases] of splitCases(
    kindsByShape.map(({ id }) => id),
    shapeCount,
    'each-kind',
  ))
    it.each(cases)('makes %s once, however its medium’s call repeats it', options, async (id) => {
      const kind = getKind(id);
      const input = exampleInput(kind);
      const request_id = randomUUID();
      const reply = await user.post(path, { kind: id, input, request_id });
      const created = reply.body as CreateReply;
      expect([reply.status, created.generation.kind, created.credits.cost]).toEqual([
        200,
        id,
        listExamples(kind)[0]?.costCredits,
      ]);
      const repeated = await user.post(mediumFacts[kind.medium].createPath, {
        ...nameKind(kind),
        ...input,
        request_id,
      });
      expect([repeated.status, repeated.body]).toMatchObject([200, { id: created.id }]);
    });

  it('returns what the call of the medium has made, and refuses the same id with another meaning', async () => {
    const { image_generation_type: _, model: kind, ...input } = textToImage;
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const first = await user.post('/api/wan/createImage', textToImage, key);
    const repeated = await user.post(path, { kind, input }, key);
    expect(repeated.body).toEqual(first.body);
    const other = await user.post(path, { kind, input, is_public: true }, key);
    expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
  });

  it('takes the fields of every submission beside the input, and ignores all others', async () => {
    const project = (await user.post('/api/projects', { name: 'Sea' })).body as { project: { id: string } };
    const reply = await user.post(path, {
      ...boat,
      is_public: true,
      project_id: project.project.id,
      expected_cost: 300,
      prompt: 'Another boat',
      resolution: '720p',
      cost: 1,
      status: 'completed',
      owner: 'me',
    });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        status: 'pending',
        credits: { cost: 300 },
        generation: {
          ...boat,
          is_public: true,
          project_id: project.project.id,
          input: { resolution: '480p' },
        },
      },
    ]);
    const inside = await user.post(path, { ...boat, input: { ...boat.input, is_public: true } });
    expect(inside.body).toMatchObject({ generation: { is_public: false } });
  });

  it.each([
    [{}, ['kind', 'input']],
    [{ kind: 'text-to-video' }, ['input']],
    [{ kind: 'text-to-video', input: null }, ['input']],
    [{ kind: 'text-to-video', input: [] }, ['input']],
    [{ kind: 'text-to-video', input: '{}' }, ['input']],
    [{ kind: 7, input: {} }, ['kind']],
  ])('refuses %j at %j', async (body, paths) => {
    const reply = await user.post(path, body);
    expect([reply.status, reply.body]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        issues: paths.map((each) => issue(each, expect.stringMatching(/must be/))),
      },
    ]);
  });

  it('lists every problem at once: of the kind, of the input and of the other fields', async () => {
    const wrong = { request_id: '5', is_public: 'no' };
    const shared = [
      { path: 'request_id', code: 'request_id_invalid' },
      { path: 'is_public', code: 'not_a_boolean' },
    ];
    const input = { prompt: '', resolution: '9p' };
    expect((await user.post(path, { ...boat, input, ...wrong })).body).toMatchObject({
      code: 'validation_failed',
      issues: [
        { path: 'input.prompt', code: 'prompt_required' },
        { path: 'input.resolution', code: 'resolution_one_of' },
        ...shared,
      ],
    });
    for (const kind of ['sora', '', '__proto__'])
      expect((await user.post(path, { ...boat, kind, ...wrong })).body).toMatchObject({
        code: 'validation_failed',
        issues: [{ path: 'kind', code: 'unknown_kind', message: 'There is no such model' }, ...shared],
      });
  });

  it.each([
    ['file_not_found', `/media/uploads/${randomUUID()}.png`],
    ['url_not_allowed', 'https://127.0.0.1/a.png'],
  ])('names the field of the input in %s', async (code, image_url) => {
    const reply = await user.post(path, { kind: 'image-to-video', input: { prompt: 'A boat', image_url } });
    expect(reply.body).toMatchObject({ code, path: 'input.image_url' });
  });

  it('needs the scope of the other creation calls, and shares their limit', async () => {
    const { key } = await createKey(user, { scopes: ['read'] });
    const byKey = await api.browser().request(path, { ...withKey(key), method: 'POST', body: boat });
    expect([byKey.status, byKey.body]).toMatchObject([403, { code: 'key_scope_missing' }]);
    const strict = await startTestApi({ store: api.store, settings: { LIMIT_CREATE_PER_MINUTE: '2' } });
    const other = await strict.user();
    expect((await other.post('/api/wan/createImage', textToImage)).status).toBe(200);
    expect((await other.post(path, boat)).status).toBe(200);
    expect((await other.post(path, boat)).status).toBe(429);
    await strict.close();
  });

  it('answers a body that is no object or too large as the other creation calls do', async () => {
    expect(
      (await user.post(path, '[]', { headers: { 'content-type': 'application/json' } })).body,
    ).toMatchObject({ code: 'invalid_json' });
    const large = { ...boat, input: { prompt: 'x'.repeat(5_000_000) } };
    const [own, medium] = [await user.post(path, large), await user.post('/api/wan/createVideo', large)];
    expect([own.status, own.body]).toMatchObject([413, { code: 'body_too_large' }]);
    expect((own.body as { message: string }).message).toBe((medium.body as { message: string }).message);
  });
});
