import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { findGeneration } from '@atelier/db';
import { notifyChange } from '@atelier/generations';
import { newKey } from '@atelier/storage';
import { makePng } from '@atelier/storage/testing';
import OpenAI, { toFile } from 'openai';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { endGeneration } from '../../testing/endings.ts';
import { startTestApi, type TestApi, type TestUser } from '../../testing/start-test-api.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({ store });
/** Another process, which waits almost not at all. */
const hurried = await startTestApi({ store, settings: { RUN_WAIT_SECONDS: '0.2' } });
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await Promise.all([api.close(), hurried.close()]);
  await store.close();
});

let user: TestUser;
let key: string;
let client: OpenAI;
const connect = (at: TestApi) => new OpenAI({ baseURL: `${at.url}/v1`, apiKey: key });
beforeEach(async () => {
  user = await api.user({ credits: 1_000 });
  ({ key } = await createKey(user));
  client = connect(api);
});

const png = makePng({ width: 64, height: 48 });
const fox = { model: 'flux-schnell', prompt: 'A red fox' };

type Made = { id: string; input: Record<string, unknown>; status: string };
const listMade = async (): Promise<Made[]> => {
  const { rows } = await store.owner.pool.query<Made>(
    'select id, input, status from generation where user_id = $1 order by created_at',
    [user.userId],
  );
  return rows;
};
const readCredits = async () => ((await user.get('/api/user/info')).body as { credits: object }).credits;

/** Does the worker's part for the generation that runs, once a call has made it; resolves to what was made. */
async function finish(isDone = true): Promise<Made> {
  const findRunning = async () => (await listMade()).find(({ status }) => status === 'pending');
  const made = await vi.waitUntil(findRunning, { timeout: 20_000 });
  const storageKey = newKey(user.userId, 'image/png');
  await api.deps.store.put(storageKey, Readable.from([png]), {
    contentType: 'image/png',
    maxBytes: 1_000_000,
  });
  const output = { content_type: 'image/png', storage_key: storageKey, width: 64, height: 48 };
  const failed = {
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'content_policy', detail: null },
  } as const;
  const done = { status: 'completed', chargeCredits: 20, error: null, output } as const;
  await endGeneration(api.deps, made.id, isDone ? done : failed);
  const row = await findGeneration(api.deps.db.pool, made.id);
  if (row) await notifyChange({ ...api.deps, realtime: api.realtime }, row);
  return made;
}

/** The refusal that a call of the client ends with. */
async function readRefusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OpenAI.APIError)) throw new Error('The call was not refused', { cause: error });
  const { status, code, param, type, message } = error;
  return { status, code, param, type, message };
}

describe('OpenAI’s client', () => {
  it('lists the image models on sale, and describes one', async () => {
    const { data } = await client.models.list();
    expect(data.find(({ id }) => id === 'flux-schnell')).toMatchObject({ object: 'model' });
    expect(data.some(({ id }) => id === 'text-to-video')).toBe(false);
    expect(await client.models.retrieve('flux-schnell')).toMatchObject({ id: 'flux-schnell' });
    const refused = await readRefusal(client.models.retrieve('dall-e-3'));
    expect(refused).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
  });

  it('gets a picture at an address that needs no key, and as text, for its price', async () => {
    const [address, made] = await Promise.all([
      client.images.generate({ ...fox, n: 2, size: '1024x768' as '1024x1024' }),
      finish(),
    ]);
    expect(made.input).toMatchObject({ prompt: 'A red fox', num_images: 2, image_size: 'landscape_4_3' });
    const url = address.data?.[0]?.url?.replace('http://atelier.test', api.url) ?? '';
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(png)).toBe(true);
    const [text] = await Promise.all([
      client.images.generate({ ...fox, response_format: 'b64_json' }),
      finish(),
    ]);
    expect(text.data?.[0]?.b64_json).toBe(png.toString('base64'));
    expect(await readCredits()).toMatchObject({ left_credits: 960, held_credits: 0 });
  });

  it('edits pictures that it sends', async () => {
    const image = await toFile(png, 'a.png', { type: 'image/png' });
    const call = client.images.edit({
      model: 'nano-banana-2-edit',
      prompt: 'At night',
      image: [image, image],
    });
    const [reply, made] = await Promise.all([call, finish()]);
    expect(reply.data).toHaveLength(1);
    expect(made.input.image_urls).toEqual([
      expect.stringMatching(/\/media\/.*\.png$/),
      expect.stringMatching(/\/media\/.*\.png$/),
    ]);
  });

  it('gets the reason of a failure once, and its credits back', async () => {
    const [refused] = await Promise.all([readRefusal(client.images.generate(fox)), finish(false)]);
    expect(refused).toMatchObject({ status: 422, code: 'content_policy', type: 'invalid_request_error' });
    expect([await listMade(), await readCredits()]).toMatchObject([
      [{ status: 'failed' }],
      { left_credits: 1_000, held_credits: 0 },
    ]);
  });

  it('is answered with the address of its result when that takes too long, and does not ask for another one', async () => {
    const refused = await readRefusal(connect(hurried).images.generate(fox));
    const [made, ...others] = await listMade();
    expect(refused).toMatchObject({ status: 400, code: 'in_progress' });
    expect(refused.message).toContain(`/api/generations/${made?.id}`);
    expect(others).toEqual([]);
  });

  it('joins its own call by an idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const calls = [1, 2, 3].map(() => client.images.generate(fox, { headers }));
    const [replies] = await Promise.all([Promise.all(calls), finish()]);
    expect(new Set(replies.map(({ data }) => data?.length))).toEqual(new Set([1]));
    expect([await listMade(), await readCredits()]).toMatchObject([[{}], { left_credits: 980 }]);
  });

  it.each([
    ['an unknown model', { ...fox, model: 'dall-e-3' }, 'model'],
    ['no model', { prompt: 'A fox' }, 'model'],
    ['a video model', { ...fox, model: 'text-to-video' }, 'model'],
    ['a model that edits', { ...fox, model: 'nano-banana-2-edit' }, 'model'],
    ['another size', { ...fox, size: '1000x1000' }, 'size'],
    ['a quality that the model does not have', { ...fox, quality: 'hd' }, 'quality'],
    ['five pictures', { ...fox, n: 5 }, 'n'],
    ['an empty prompt', { ...fox, prompt: '' }, 'prompt'],
    ['a stream', { ...fox, stream: true }, 'stream'],
    ['a transparent background', { ...fox, background: 'transparent' }, 'background'],
    ['another format', { ...fox, response_format: 'gif' }, 'response_format'],
    ['a parameter that no one knows', { ...fox, banana: 1 }, 'banana'],
  ])('is refused %s at its parameter, and pays nothing', async (_what, body, param) => {
    const refused = await readRefusal(client.images.generate(body as never));
    expect(refused).toMatchObject({ status: 400, param, type: 'invalid_request_error' });
    expect([await listMade(), await readCredits()]).toEqual([
      [],
      expect.objectContaining({ left_credits: 1_000 }),
    ]);
  });

  it('is refused an edit without a picture, with a mask where there is none, and with a text for a picture', async () => {
    const image = await toFile(png, 'a.png', { type: 'image/png' });
    const text = await toFile(Buffer.from('no picture'), 'a.png', { type: 'image/png' });
    const edit = (more: object) =>
      readRefusal(client.images.edit({ model: 'nano-banana-2-edit', prompt: 'At night', ...more } as never));
    expect(await edit({ image, mask: image })).toMatchObject({ status: 400, param: 'mask' });
    expect(await edit({ image: text })).toMatchObject({ status: 415, code: 'unsupported_file' });
    expect(await edit({ image, model: 'flux-schnell' })).toMatchObject({ status: 400, param: 'model' });
    const { rows } = await store.owner.pool.query('select 1 from upload where user_id = $1', [user.userId]);
    expect([await listMade(), rows]).toEqual([[], []]);
  });

  it('is given the address at which its owner approves a price', async () => {
    ({ key } = await createKey(user, { ask_above_credits: 10 }));
    const refused = await readRefusal(connect(api).images.generate(fox));
    expect(refused).toMatchObject({ status: 403, code: 'approval_needed', type: 'permission_error' });
    expect(refused.message).toMatch(/http:\/\/atelier\.test\/approvals\/[\da-f-]{36}$/);
    expect(await listMade()).toEqual([]);
  });

  it('is refused without a key, without credits, and for calls that there are not', async () => {
    const stranger = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: 'sk-none', maxRetries: 0 });
    expect(await readRefusal(stranger.models.list())).toMatchObject({
      status: 401,
      type: 'authentication_error',
    });
    const poor = await createKey(await api.user({ credits: 10 }));
    const broke = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: poor.key });
    expect(await readRefusal(broke.images.generate(fox))).toMatchObject({
      status: 400,
      code: 'insufficient_credits',
    });
    expect(await readRefusal(client.responses.create({ model: 'x', input: 'y' }))).toMatchObject({
      status: 404,
    });
  });
});
