import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getKind, type Kind, kinds, parseInput } from '@atelier/catalog';
import { getProvider, type KindExample, listExamples } from '@atelier/catalog/server';
import type { PublicGeneration } from '@atelier/contract';
import { findLedgerProblems } from '@atelier/db';
import { repositoryRoot } from '@atelier/dev-stack';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { signIn } from '@atelier/dev-stack/testing';
import { startWebhookReceiver } from '@atelier/fal-emulator/testing';
import { makePng } from '@atelier/storage/testing';
import { ApiError, type FalClient, type QueueStatus, ValidationError } from '@fal-ai/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKey, falClientInBrowser, falClientWithKey } from './testing/fal-client.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

const slow = { timeout: 90_000 };
const schnell = 'fal-ai/flux/schnell';
const t2v = 'fal-ai/wan-t2v';
const fox = { prompt: 'A red fox in fresh snow' };

let flow: Flow;
let key: string;
let fal: FalClient;
let page: FalClient;
/** Results that later submissions use as inputs. */
const files = { image: '', video: '', speaker: '', sound: '' };
/** How long the video of the emulator is at most. */
const videoSeconds = 5;

beforeAll(async () => {
  flow = await openFlow(undefined);
  // One result of each kind costs more than the account begins with.
  await flow.buyPack();
  key = await createApiKey(flow);
  fal = falClientWithKey(flow.stack.url, key);
  page = falClientInBrowser(flow.stack.url, flow.cookie);
  const image = await fal.subscribe(schnell, { input: fox });
  files.image = image.data.images[0]?.url ?? '';
  const video = await fal.subscribe(t2v, { input: fox });
  files.video = video.data.video.url;
  const heard = await fal.subscribe('fal-ai/mmaudio-v2', { input: { ...fox, video_url: files.video } });
  files.speaker = heard.data.video.url;
  const sound = await fal.subscribe('fal-ai/elevenlabs/tts/eleven-v3', { input: { text: 'A red fox.' } });
  files.sound = sound.data.audio.url;
}, 180_000);
afterAll(() => flow?.close(), 60_000);
beforeEach(() => emulator().reset());
afterEach(async () => {
  emulator().release();
  await vi.waitFor(async () => expect((await flow.credits()).held_credits).toBe(0), { timeout: 30_000 });
  expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
});

function emulator() {
  const control = flow.stack.emulator?.control;
  if (!control) throw new Error('The stack has no emulator');
  return control;
}

/** First example of the kind that takes a video of `videoSeconds`, silent except a `speaker.mp4`. */
function findExample(kind: Kind): KindExample {
  const { fileLimits } = getProvider(kind);
  const found = listExamples(kind).find(({ input }) => {
    const parsed = parseInput(kind, input);
    return (
      parsed.ok &&
      fileLimits(parsed.input).every(
        ({ field, maxSeconds = Infinity, needsSound }) =>
          maxSeconds >= videoSeconds && !(needsSound && /(?<!speaker)\.mp4$/.test(String(input[field]))),
      )
    );
  });
  return found ?? expect.fail(`No example of ${kind.id} takes a video of ${videoSeconds} seconds`);
}

/** Call of a program for this kind: fal's fields, with files that exist. */
function inputFor(kind: Kind): { endpoint: string; input: Record<string, unknown> } {
  const parsed = parseInput(kind, findExample(kind).input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const text = JSON.stringify(getProvider(kind).toRequest(parsed.input).body)
    .replaceAll(/https:\/\/example\.com\/\w+\.jpg/g, files.image)
    .replaceAll('https://example.com/speaker.mp4', files.speaker)
    .replaceAll(/https:\/\/example\.com\/\w+\.mp4/g, files.video)
    .replaceAll(/https:\/\/example\.com\/\w+\.(?:mp3|wav)/g, files.sound);
  return { endpoint: getProvider(kind).endpoint, input: JSON.parse(text) };
}

async function readError(asked: Promise<unknown>): Promise<ApiError<Record<string, unknown>>> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not an error of fal's client: ${error}`);
  return error;
}

describe("fal's own client through the proxy", () => {
  const returnsResult = async (kind: Kind) => {
    const { endpoint, input } = inputFor(kind);
    const updates: QueueStatus[] = [];
    const { data, requestId } = await fal.subscribe(endpoint, {
      input,
      logs: true,
      pollInterval: 50,
      onQueueUpdate: (update) => updates.push(update),
    });
    const row = await flow.find(requestId);
    expect(row).toMatchObject({
      kind: kind.id,
      status: 'completed',
      settled: findExample(kind).costCredits,
    });
    const {
      usage_info: _usage,
      reasoning: _thoughts,
      ...shape
    } = getProvider(kind).sample as object & {
      usage_info?: unknown;
      reasoning?: unknown;
    };
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(shape).toSorted());
    const outputs = getProvider(kind).readOutputs(data);
    const [job] = emulator().jobs();
    expect(outputs.seed).toBe(getProvider(kind).readOutputs(job?.result).seed);
    for (const file of outputs.files) {
      const response = await fetch(file.url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, file.contentType]);
      await response.body?.cancel();
    }
    const last = updates.at(-1);
    expect(last).toMatchObject({ status: 'COMPLETED', request_id: requestId });
    expect(last && 'logs' in last && last.logs.map(({ message }) => message).at(-1)).toBe(
      `Done: ${row.cost} credits charged, 0 returned`,
    );
  };
  const firstOfMedia = [...new Map(kinds.toReversed().map((kind) => [kind.medium, kind])).values()];
  const others = kinds.filter((kind) => !firstOfMedia.includes(kind));
  it.each(firstOfMedia)('returns a result of $id', slow, returnsResult);
  it.each(others)('returns a result of $id', { ...slow, tags: 'each-kind' }, returnsResult);

  it('needs only the scope "generate" and stays within the budget of the key', slow, async () => {
    const limits = { scopes: ['generate' as const], total_budget_credits: 40 };
    const limited = falClientWithKey(flow.stack.url, await createApiKey(flow, limits));
    for (const mode of ['polling', 'streaming'] as const) {
      const { data } = await limited.subscribe(schnell, { input: fox, mode });
      expect((await fetch(data.images[0]?.url ?? '')).status).toBe(200);
    }
    const error = await readError(limited.subscribe(schnell, { input: fox }));
    expect(error).toMatchObject({
      status: 403,
      message: 'This would exceed the budget of this API key',
      body: { code: 'key_budget_reached', budget: 'total', cap: 40, spent: 40, required: 20, frees_at: null },
    });
  });

  it('is refused to submit with a key that may only read', slow, async () => {
    const reading = falClientWithKey(flow.stack.url, await createApiKey(flow, { scopes: ['read'] }));
    const error = await readError(reading.subscribe(schnell, { input: fox }));
    expect(error).toMatchObject({
      status: 403,
      message: expect.stringContaining('lacks the scope "generate"'),
      body: { code: 'key_scope_missing', error_type: 'key_scope_missing', required_scopes: ['generate'] },
    });
  });

  it('streams the progress of a request, with each log line once', slow, async () => {
    emulator().hold({ step: 'IN_PROGRESS' });
    emulator().hold({ step: 'COMPLETED' });
    const updates: QueueStatus[] = [];
    const done = page.subscribe(t2v, {
      input: fox,
      mode: 'streaming',
      logs: true,
      onQueueUpdate: (update) => updates.push(structuredClone(update)),
    });
    const isAt = (status: string) =>
      vi.waitFor(() => expect(updates.at(-1)?.status).toBe(status), { timeout: 20_000 });
    await isAt('IN_QUEUE');
    emulator().release({ step: 'IN_PROGRESS' });
    await isAt('IN_PROGRESS');
    emulator().release();
    const { data, requestId } = await done;
    expect(data.video.url).toContain('/media/');
    expect([...new Set(updates.map(({ status }) => status))]).toEqual([
      'IN_QUEUE',
      'IN_PROGRESS',
      'COMPLETED',
    ]);
    const last = updates.at(-1);
    const messages = last && 'logs' in last ? last.logs.map(({ message }) => message) : [];
    expect(new Set(messages).size).toBe(messages.length);
    expect(messages.slice(0, 2)).toEqual(['Accepted: 300 credits are held', 'Sent to the model']);
    expect(messages.at(-1)).toBe('Done: 300 credits charged, 0 returned');
    // Each event is a change of the generation; there are no others.
    expect((await flow.find(requestId)).revision).toBeGreaterThanOrEqual(updates.length - 1);
  });

  it('reads the status, cancels, and reads the cancellation', slow, async () => {
    emulator().hold({ step: 'IN_PROGRESS' });
    const submitted = await fal.queue.submit(t2v, { input: fox });
    const requestId = submitted.request_id;
    expect(submitted).toMatchObject({ status: 'IN_QUEUE', queue_position: 0 });
    expect(await fal.queue.status(t2v, { requestId, logs: true })).toMatchObject({ status: 'IN_QUEUE' });
    const early = await readError(fal.queue.result(t2v, { requestId }));
    expect([early.status, early.body.detail, early.requestId]).toEqual([
      400,
      'Request is still in progress',
      requestId,
    ]);
    await fal.queue.cancel(t2v, { requestId });
    await flow.ended([requestId]);
    expect(await fal.queue.status(t2v, { requestId, logs: true })).toMatchObject({
      status: 'COMPLETED',
      error: 'The generation was cancelled',
      error_type: 'client_cancelled',
    });
    expect(await readError(fal.queue.result(t2v, { requestId }))).toMatchObject({ status: 499 });
    const again = await readError(fal.queue.cancel(t2v, { requestId }));
    expect([again.status, again.body.status]).toEqual([400, 'ALREADY_COMPLETED']);
  });

  it('needs only the addresses in the answer to a submission', { ...slow, tags: 'each-rule' }, async () => {
    const submitted = await fal.queue.submit(schnell, { input: fox });
    await flow.ended([submitted.request_id]);
    const headers = { cookie: flow.cookie };
    const status = await fetch(submitted.status_url, { headers });
    expect([status.status, await status.json()]).toMatchObject([200, { status: 'COMPLETED' }]);
    const result = await fetch(submitted.response_url, { headers });
    expect(await result.json()).toMatchObject({
      images: [{ width: 1024, height: 1024 }],
      prompt: fox.prompt,
    });
    const cancel = await fetch(submitted.cancel_url, {
      method: 'PUT',
      headers: { ...headers, origin: flow.stack.url },
    });
    expect([cancel.status, await cancel.json()]).toMatchObject([400, { status: 'ALREADY_COMPLETED' }]);
  });

  it('charges a submission repeated with its idempotency key once', slow, async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [
      await fal.queue.submit(schnell, { input: fox, headers }),
      await fal.queue.submit(schnell, { input: fox, headers }),
    ];
    expect(second.request_id).toBe(first.request_id);
    await flow.ended([first.request_id]);
    const other = await readError(fal.queue.submit(schnell, { input: { prompt: 'Another' }, headers }));
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(emulator().counts().submit).toBe(1);
  });

  it('logs what was adjusted for the model', { ...slow, tags: 'each-rule' }, async () => {
    const requestId = (await fal.subscribe('fal-ai/janus', { input: { ...fox, temperature: 0 } })).requestId;
    const status = await fal.queue.status('fal-ai/janus', { requestId, logs: true });
    expect('logs' in status && status.logs.map(({ message }) => message)).toContain(
      'temperature: 0 is sent as 0.1, the nearest that the model takes',
    );
  });

  it('returns a black image in place of each hidden one, and charges only the others', slow, async () => {
    const { data, requestId } = await fal.subscribe(schnell, {
      input: { prompt: 'A beach [nsfw]', num_images: 3 },
    });
    expect(data.has_nsfw_concepts).toEqual([true, false, false]);
    expect(data.images.map(({ url }) => url.startsWith('data:image/png'))).toEqual([true, false, false]);
    expect(await flow.find(requestId)).toMatchObject({ status: 'partial', cost: 60, settled: 40 });
  });
});

describe('a file of a program', () => {
  const picture = () => new Uint8Array(makePng({ width: 320, height: 240 }));
  const blob = () => new Blob([picture()], { type: 'image/png' });
  const edit = 'fal-ai/flux/dev/image-to-image';

  it('is uploaded by the client, from a program and from a page, and used as input', slow, async () => {
    for (const client of [fal, page]) {
      const image_url = await client.storage.upload(blob());
      expect(image_url).toContain(`${flow.stack.url}/media/`);
      const { data } = await client.subscribe(edit, { input: { ...fox, image_url } });
      expect(data.images).toHaveLength(1);
    }
    const named = new File([picture()], 'photo of a fox.PNG', { type: 'image/png' });
    expect(await fal.storage.upload(named)).toContain('/media/');
  });

  it('is uploaded where it stands in the input', slow, async () => {
    const { data } = await fal.subscribe(edit, { input: { ...fox, image_url: blob() as never } });
    expect(data.images).toHaveLength(1);
    const video = await (await fetch(files.video)).blob();
    const clip = new Blob([video], { type: 'video/mp4' });
    const sound = await fal.subscribe('fal-ai/thinksound/audio', { input: { video_url: clip as never } });
    expect(sound.requestId).toMatch(/[0-9a-f-]{36}/);
  });

  it(
    'of a voice is imitated with the consent of its speaker, which the model does not get',
    slow,
    async () => {
      const chatterbox = 'fal-ai/chatterbox/text-to-speech';
      const voice = { text: 'The last ferry left at nine.', audio_url: files.sound };
      const refused = await readError(fal.queue.submit(chatterbox, { input: voice }));
      expect((refused as ValidationError).getFieldErrors('speaker_consent')).toMatchObject([
        { msg: 'Please confirm that you are this speaker or have their consent' },
      ]);
      const input = { ...voice, speaker_consent: true };
      const { data, requestId } = await fal.subscribe(chatterbox, { input });
      expect((await fetch(data.audio.url)).status).toBe(200);
      expect((await flow.find(requestId)).input).toMatchObject({ speaker_consent: true });
      const [job] = emulator().jobs();
      expect(job?.input).toMatchObject({ text: voice.text, audio_url: expect.any(String) });
      expect(job?.input).not.toHaveProperty('speaker_consent');
    },
  );

  it('may be inside its address, and is checked like every other', slow, async () => {
    const inside = `data:image/png;base64,${Buffer.from(picture()).toString('base64')}`;
    const { data, requestId } = await fal.subscribe(edit, { input: { ...fox, image_url: inside } });
    expect(data.images).toHaveLength(1);
    expect((await flow.find(requestId)).input).toMatchObject({
      image_url: expect.stringMatching(/^\/media\//),
    });
    const text = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
    const refused = await readError(fal.queue.submit(edit, { input: { ...fox, image_url: text } }));
    expect((refused as ValidationError).getFieldErrors('image_url')).toMatchObject([
      { type: 'file_download_error', msg: expect.stringContaining('valid image file') },
    ]);
  });

  it.each([4_000_001, 4_300_000])(
    'inside an address of %i characters is to be uploaded first',
    async (length) => {
      const input = { ...fox, image_url: `data:image/png;base64,${'A'.repeat(length)}` };
      const error = await readError(fal.queue.submit(edit, { input }));
      expect([422, 413]).toContain(error.status);
      expect(error.message).toMatch(/upload (it|files) first.*POST \/api\/upload-image-wan-i2v/);
    },
  );

  it('of a size that has a name here may be asked for by width and height', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    const size = { width: 1024, height: 768 };
    const { requestId } = await fal.queue
      .submit(schnell, { input: { ...fox, image_size: size } })
      .then(({ request_id }) => ({ requestId: request_id }));
    expect((await flow.find(requestId)).input).toMatchObject({ image_size: 'landscape_4_3' });
    const odd = { width: 1000, height: 777 };
    const error = await readError(fal.queue.submit(schnell, { input: { ...fox, image_size: odd } }));
    expect((error as ValidationError).getFieldErrors('image_size')).toMatchObject([
      { msg: expect.stringContaining('square_hd (1024 × 1024)') },
    ]);
    await flow.ended([requestId]);
  });
});

describe('a refusal', () => {
  for (const [options, cases] of splitCases(
    [
      ['[nsfw]', 422, 'content_policy_violation', 'prompt'],
      ['[fail]', 422, 'value_error', 'body'],
      ['[crash]', 500, 'internal_server_error', 'body'],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)(
      'by the model is an error of the result: %s',
      { ...slow, ...options },
      async (word, status, type, field) => {
        const error = await readError(fal.subscribe(t2v, { input: { prompt: `A beach ${word}` } }));
        expect([error.status, error.body.error_type]).toEqual([status, type]);
        const [detail] = error.body.detail as { loc: string[]; msg: string; type: string }[];
        expect([detail?.type, detail?.loc.at(-1), detail?.msg]).toEqual([type, field, error.message]);
        expect(error instanceof ValidationError).toBe(status === 422);
        expect(await flow.find(error.requestId)).toMatchObject({ status: 'failed', settled: 0 });
      },
    );

  it.each([
    ['with its result', '[wrong]'],
    ['at the submission', ''],
  ])('by the model that names fields %s, names them in its own words', slow, async (_when, word) => {
    const detail = [
      { loc: ['body', 'prompt'], msg: 'String should have at most 10 characters', type: 'string_too_long' },
      { loc: ['body', 'image_urls', 1], msg: 'Image dimensions are too small', type: 'image_too_small' },
    ];
    if (!word) emulator().injectFault({ operation: 'submit', times: 1, status: 422, body: { detail } });
    const receiver = await startWebhookReceiver();
    const input = { prompt: `A beach ${word}`, image_urls: [files.image, files.image] };
    const edit = 'fal-ai/nano-banana-2/edit';
    const error = await readError(fal.subscribe(edit, { input, webhookUrl: receiver.url }));
    expect(error).toBeInstanceOf(ValidationError);
    expect([error.status, error.body.detail]).toEqual([422, detail]);
    expect((error as ValidationError).getFieldErrors('prompt')).toEqual([detail[0]]);
    expect(error.message).toContain('Image dimensions are too small');
    const [webhook] = await receiver.waitFor(error.requestId);
    expect(webhook?.body).toMatchObject({ status: 'ERROR', payload: { detail } });
    await receiver.close();
    expect(await flow.find(error.requestId)).toMatchObject({ status: 'failed', settled: 0 });
    expect(emulator().counts().submit).toBe(1);
  });

  it('of a field within an object names both', async () => {
    const refused = async (voice_setting: object) => {
      const input = { prompt: 'Good evening', voice_setting };
      const error = await readError(fal.queue.submit('fal-ai/minimax/speech-2.8-hd', { input }));
      return (error as ValidationError).fieldErrors.map(({ loc, msg }) => [...loc, msg]);
    };
    expect(await refused({ voice_id: 'Unknown', speed: 9 })).toEqual([
      ['body', 'voice_setting', 'voice_id', expect.stringMatching(/^This must be one of: Wise_Woman, /)],
      ['body', 'voice_setting', 'speed', expect.stringContaining('between 0.5 and 2')],
    ]);
    expect(await refused({ voice_id: 'Abbess', vol: 2 })).toEqual([
      ['body', 'voice_setting', 'vol', 'Only 1 is supported here'],
    ]);
  });

  it('of fields names each by fal’s name, before anything is charged', async () => {
    const input = {
      prompt: ' ',
      image_url: 'javascript:x',
      strength: 7,
      num_inference_steps: 9,
      acceleration: 'high',
      loras: [],
      is_public: true,
    };
    const error = await readError(
      fal.queue.submit('fal-ai/flux/dev/image-to-image', { input: input as never }),
    );
    expect(error).toBeInstanceOf(ValidationError);
    const { fieldErrors } = error as ValidationError;
    expect(fieldErrors.map(({ loc, type }) => [...loc, type])).toEqual(
      expect.arrayContaining([
        ['body', 'prompt', 'value_error'],
        ['body', 'image_url', 'value_error'],
        ['body', 'strength', 'value_error'],
        ['body', 'num_inference_steps', 'value_error'],
        ['body', 'acceleration', 'feature_not_supported'],
        ['body', 'loras', 'feature_not_supported'],
        ['body', 'is_public', 'feature_not_supported'],
      ]),
    );
    expect(fieldErrors).toHaveLength(7);
    expect((error as ValidationError).getFieldErrors('num_inference_steps')).toMatchObject([
      { msg: 'Inference steps must be between 10 and 50', input: 9 },
    ]);
    expect(error.message).toContain('Please enter prompt!');
  });

  it.each([
    ['http://169.254.169.254/a.png', 'Files from this address are not allowed'],
    ['/media/u/nobody/none.png', 'The file was not found'],
  ])('of a file names its field: %s', async (image_url, message) => {
    const input = { prompt: 'How many?', image_url };
    const error = await readError(fal.queue.submit('fal-ai/moondream3-preview/query', { input }));
    expect(error.status).toBe(422);
    expect((error as ValidationError).getFieldErrors('image_url')).toMatchObject([
      { msg: message, type: 'file_download_error', input: image_url },
    ]);
  });

  it('answers a model that is not offered, a direct run of a video and an upload of unknown type, without a call to fal', async () => {
    const unsold = await readError(fal.queue.submit('fal-ai/veo3', { input: fox as never }));
    expect([unsold.status, unsold.message]).toEqual([404, 'The model fal-ai/veo3 is not offered here']);
    const run = await readError(fal.run(t2v, { input: fox }));
    expect([run.status, run.message]).toEqual([
      400,
      'Invalid request: Videos take too long for a direct run: use fal.subscribe() or the queue, or send an Idempotency-Key and repeat the call',
    ]);
    const upload = await readError(fal.storage.upload(new Blob(['x'])));
    expect([upload.status, upload.message]).toEqual([415, expect.stringContaining('The file has no type')]);
    const wrong = await readError(fal.storage.upload(new Blob(['x'], { type: 'text/plain' })));
    expect([wrong.status, wrong.message]).toEqual([415, expect.stringContaining('accepted are image/jpeg')]);
    expect(Object.values(emulator().counts()).reduce((sum, count) => sum + count, 0)).toBe(0);
  });

  it('answers a user who has never paid', async () => {
    const cookie = await signIn(flow.stack.url, 'new@atelier.test');
    const client = falClientInBrowser(flow.stack.url, cookie);
    const error = await readError(client.queue.submit(schnell, { input: fox }));
    expect([error.status, error.message]).toEqual([403, 'Please upgrade your account']);
  });

  it('answers a request of another user, or under the name of another model', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    const { requestId } = await fal.subscribe(schnell, { input: fox });
    const stranger = falClientInBrowser(flow.stack.url, await signIn(flow.stack.url, 'ops@atelier.test'));
    for (const [client, endpoint] of [
      [stranger, schnell],
      [fal, t2v],
    ] as const)
      for (const ask of [client.queue.status, client.queue.result, client.queue.cancel]) {
        const error = await readError(ask(endpoint, { requestId }) as Promise<unknown>);
        expect([error.status, error.body.status]).toEqual([404, 'NOT_FOUND']);
      }
  });
});

describe('a setting', () => {
  it.each([
    ['kling-v3-standard-text-to-video', 5, '5'],
    ['veo3-1-lite', 8, '8s'],
  ])(
    'that fal takes as a text is the same from a form, from its generation and from a program: %s',
    slow,
    async (id, seconds, text) => {
      const ordered = { ...fox, video_generation_type: id, duration: seconds, generate_audio: false };
      const first = await create('/api/wan/createVideo', ordered);
      expect(first.input).toMatchObject({ duration: seconds });
      const again = await create('/api/wan/createVideo', { ...first.input, video_generation_type: id });
      expect(again.input).toEqual(first.input);
      const { endpoint } = getProvider(getKind(id));
      const input = { ...fox, duration: text, generate_audio: false };
      const { data, requestId } = await fal.subscribe(endpoint, { input });
      expect(data.video.url).toContain('/media/');
      expect((await flow.find(requestId)).input).toEqual(first.input);
      const sent = sentInputs();
      expect(sent).toEqual([sent[0], sent[0], sent[0]]);
      expect(sent[0]).toMatchObject({ duration: text });
      const wrong = await readError(fal.queue.submit(endpoint, { input: { ...input, duration: '7 s' } }));
      expect((wrong as ValidationError).getFieldErrors('duration')).toMatchObject([
        { msg: expect.stringContaining(text), input: '7 s' },
      ]);
    },
  );

  const image = { ...fox, image_generation_type: 'text-to-image', model: 'flux-schnell' };

  for (const [options, cases] of splitCases([2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER], 1, 'each-rule'))
    it.each(cases)(
      'such as the seed %i reaches the model, the generation and the answer exactly',
      { ...slow, ...options },
      async (seed) => {
        const first = await create('/api/wan/createImage', { ...image, seed });
        expect(first).toMatchObject({ input: { seed }, seed_used: seed });
        const again = await create('/api/wan/createImage', { ...image, ...first.input });
        expect(again).toMatchObject({ input: { seed }, seed_used: seed });
        const { data, requestId } = await fal.subscribe(schnell, { input: { ...fox, seed } });
        expect(data.seed).toBe(seed);
        expect(await flow.find(requestId)).toMatchObject({ input: { seed }, seed_used: seed });
        expect(sentInputs()).toMatchObject([{ seed }, { seed }, { seed }]);
      },
    );

  it.each(['9007199254740992', '9007199254740993'])(
    'such as the seed %s, which a number does not hold, is refused and not rounded',
    async (seed) => {
      const message = 'Seed must be a whole number between 0 and 9007199254740991';
      const send = async (path: string, fields: object) => {
        const reply = await fetch(`${flow.stack.url}${path}`, {
          method: 'POST',
          headers: { cookie: flow.cookie, origin: flow.stack.url, 'content-type': 'application/json' },
          body: JSON.stringify(fields).replace('"the seed"', seed),
        });
        return [reply.status, await reply.json()];
      };
      expect(await send('/api/wan/createImage', { ...image, seed: 'the seed' })).toMatchObject([
        400,
        { code: 'validation_failed', issues: [{ path: 'seed', message }] },
      ]);
      expect(await send(`/api/wan/fal/proxy/${schnell}`, { ...fox, seed: 'the seed' })).toMatchObject([
        422,
        { detail: [{ loc: ['body', 'seed'], msg: message }] },
      ]);
      const error = await readError(fal.queue.submit(schnell, { input: { ...fox, seed: Number(seed) } }));
      expect((error as ValidationError).getFieldErrors('seed')).toMatchObject([{ msg: message }]);
      expect(emulator().counts().submit).toBe(0);
    },
  );

  it.each([
    ['another one, which is kept beside it', '[ownseed]', undefined],
    ['none', '[noseed]', null],
    ['one that a number does not hold, which is left out', '[bigseed]', null],
  ])(
    'such as a seed stays as it was asked for when the model answers with %s',
    slow,
    async (_what, word, used) => {
      const seed = 7;
      const input = { prompt: `${fox.prompt} ${word}`, seed };
      const { data, requestId } = await fal.subscribe(schnell, { input });
      const { seed_used: kept, ...row } = await flow.find(requestId);
      expect(row).toMatchObject({ status: 'completed', input: { seed } });
      const [{ result } = expect.unreachable('no job was made')] = emulator().jobs();
      const { seed: named } = result as { seed?: unknown };
      expect(kept).toBe(used === null ? null : named);
      expect(kept).not.toBe(seed);
      expect('seed' in data ? data.seed : null).toBe(kept);
      const { body } = await flow.ask<{ generation: PublicGeneration }>(
        'GET',
        `/api/generations/${requestId}`,
      );
      expect(body.generation).toMatchObject({ input: { seed }, seed_used: kept });
    },
  );

  it(
    'such as a seed that the model has no field for stays with the generation, and is said not to be sent',
    slow,
    async () => {
      const asked = { image: files.image, question: 'How many?', seed: 7 };
      const made = await create('/api/image-understanding/create', asked);
      expect(made).toMatchObject({
        input: { seed: 7 },
        seed_used: null,
        adjustments: [{ field: 'seed', from: 7, to: null, reason: 'not_taken_by_model' }],
      });
      expect(sentInputs()[0]).not.toHaveProperty('seed');
      const again = await create('/api/image-understanding/create', made.input);
      expect(again.input).toEqual(made.input);
      const { status, message } = await readError(
        fal.queue.submit('fal-ai/moondream3-preview/query', {
          input: { image_url: files.image, prompt: 'How many?', seed: 7 } as never,
        }),
      );
      expect([status, message]).toEqual([422, 'This field is not supported here']);
    },
  );
});

/** Submits as a page does, and waits for the generation. */
async function create(path: string, body: object): Promise<PublicGeneration> {
  const { status, body: created } = await flow.ask<{ id: string }>('POST', path, body);
  expect([status, created]).toMatchObject([200, {}]);
  await flow.ended([created.id]);
  const read = await flow.ask<{ generation: PublicGeneration }>('GET', `/api/generations/${created.id}`);
  expect(read.body.generation.status).toBe('completed');
  return read.body.generation;
}

/** Inputs that the model received since the test began. */
function sentInputs(): unknown[] {
  return emulator()
    .requests('submit')
    .map(({ input }) => input);
}

it('the example in docs/fal-client.md runs unchanged', slow, async () => {
  const page = readFileSync(join(repositoryRoot, 'docs/fal-client.md'), 'utf8');
  const [, example = ''] = /```js\n(import .+?)```/s.exec(page) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', example], {
    cwd: repositoryRoot,
    env: { ATELIER_URL: flow.stack.url, ATELIER_KEY: key },
  });
  const image = await fetch(stdout.trim());
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

it('docs/fal-client.md lists every offered model', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/fal-client.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+\/[^`]+)` +\| `([^`]+)`/gm)].map(([, model, kind]) => [
    kind,
    model,
  ]);
  const sold = kinds.map((kind) => [kind.id, inputFor(kind).endpoint]);
  expect(rows.toSorted()).toEqual(sold.toSorted());
});
