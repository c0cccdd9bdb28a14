import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  claimSubmission,
  getOwnGeneration,
  markProgress,
  noteVerdict,
  rampBreakers,
  returnToLine,
} from '@atelier/db';
import { cancelGeneration, notifyChange } from '@atelier/generations';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { answerByProvider, finishVideo, sendToProvider } from '../../testing/endings.ts';
import { startTestApi, type TestApi, type TestUser } from '../../testing/start-test-api.ts';
import type { Reply } from '../../testing/test-browser.ts';
import { countRows, openTestStore } from '../../testing/test-store.ts';

const proxy = '/api/wan/fal/proxy';
const queue = 'https://queue.fal.run';
const boat = { prompt: 'A paper boat on the rain' };

const store = await openTestStore();
const api = await startTestApi({ store });
/** Another process of the same product. */
const other = await startTestApi({ store });
const leaving: (() => void)[] = [];
let user: TestUser;
beforeAll(async () => {
  user = await api.user();
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});
afterAll(async () => {
  await store.expectWholeLedger();
  await Promise.all([api.close(), other.close()]);
  await store.close();
});

const ask = (target: string, options: { method?: string; body?: unknown; by?: TestUser } = {}) => {
  const { by = user, ...request } = options;
  return by.request(proxy, { ...request, headers: { 'x-fal-target-url': target } });
};

async function submit(by = user): Promise<string> {
  const reply = await ask(`${queue}/fal-ai/wan-t2v`, { method: 'POST', body: boat, by });
  expect(reply.status).toBe(200);
  return (reply.body as { request_id: string }).request_id;
}

const formatPath = (id: string, rest = '') => `${proxy}/fal-ai/wan-t2v/requests/${id}${rest}`;

describe('access to the proxy', () => {
  it('is refused without a sign-in, in the shape of fal’s errors', async () => {
    const reply = await api.browser().get(formatPath(randomUUID()));
    expect([reply.status, reply.body]).toMatchObject([
      401,
      { detail: 'Unauthorized', error_type: 'please_login', message: 'Unauthorized', code: 'please_login' },
    ]);
    expect(reply.headers.get('x-fal-error-type')).toBe('please_login');
    expect(reply.headers.get('x-fal-request-id')).toBe(reply.headers.get('x-request-id'));
  });

  it('is refused to pages of another site that send a user’s cookie', async () => {
    const headers = { 'x-fal-target-url': `${queue}/fal-ai/wan-t2v` };
    const reply = await user.post(proxy, boat, { headers, origin: 'https://evil.test' });
    expect([reply.status, reply.body]).toMatchObject([
      403,
      { code: 'bad_origin', detail: expect.any(String) },
    ]);
  });
});

describe('a submission', () => {
  it('answers as fal does, with our own addresses, and holds the credits', async () => {
    const reply = await ask(`${queue}/fal-ai/wan/v2.2-5b/text-to-video`, { method: 'POST', body: boat });
    const { request_id: id } = reply.body as { request_id: string };
    const address = `http://atelier.test${proxy}/fal-ai/wan/requests/${id}`;
    expect(reply.body).toEqual({
      status: 'IN_QUEUE',
      request_id: id,
      response_url: address,
      status_url: `${address}/status`,
      cancel_url: `${address}/cancel`,
      queue_position: 0,
    });
    expect(reply.headers.get('x-fal-request-id')).toBe(id);
    const { body } = await user.get(`/api/generations/${id}`);
    expect(body).toMatchObject({ generation: { kind: 'wan-v2-2-5b', credits: { held: 300 } } });
  });

  it('is also accepted at the path of the model', async () => {
    for (const path of ['/fal-ai/wan-t2v', '/fal-ai/wan/v2.2-5b/text-to-video'])
      expect((await user.post(`${proxy}${path}`, boat)).status).toBe(200);
  });

  it.each([
    ['with too few credits', 400, 'insufficient_credits', 100],
    ['of a user who never paid', 403, 'please_upgrade_account', 0],
  ])('%s costs nothing', async (_who, status, code, credits) => {
    const poor = await api.user({ credits });
    const reply = await ask(`${queue}/fal-ai/wan-t2v`, { method: 'POST', body: boat, by: poor });
    expect([reply.status, reply.body]).toMatchObject([status, { code, error_type: code }]);
    expect(await countRows(store, poor.userId)).toMatchObject({ generations: 0, reserves: 0 });
  });

  it('says in its headers whether and when to retry a refusal', async () => {
    const busy = await startTestApi({ store, settings: { LIMIT_RUNNING: '1', LIMIT_WAITING: '0' } });
    const limited = await busy.user();
    await submit(limited);
    const reply = await ask(`${queue}/fal-ai/wan-t2v`, { method: 'POST', body: boat, by: limited });
    expect(reply.status).toBe(429);
    expect(reply.headers.get('x-fal-retryable')).toBe('true');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    await busy.close();
  });

  it.each([
    ['[]', 400, 'invalid_json'],
    ['null', 400, 'invalid_json'],
    ['{bad', 400, 'invalid_json'],
    ['{"__proto__":{}}', 400, 'invalid_json'],
    ['', 422, 'validation_failed'],
    ['{}', 422, 'validation_failed'],
  ])('with the body %s is refused', async (body, status, code) => {
    const headers = { 'x-fal-target-url': `${queue}/fal-ai/wan-t2v`, 'content-type': 'application/json' };
    const reply = await user.post(proxy, body, { headers });
    expect([reply.status, reply.body]).toMatchObject([status, { code }]);
  });

  it('does not repeat large or nested input in its refusal', async () => {
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const target = `${queue}/fal-ai/wan-t2v`;
    for (const value of [nested, `[${nested}]`, JSON.stringify('x'.repeat(6_000))]) {
      const body = `{"prompt":"A paper boat","num_frames":${value}}`;
      const reply = await ask(target, { method: 'POST', body });
      expect([reply.status, reply.body]).toMatchObject([422, { detail: [{ loc: ['body', 'num_frames'] }] }]);
      expect(reply.bytes.length).toBeLessThan(1_000);
    }
    const plain = await ask(target, { method: 'POST', body: { ...boat, num_frames: 'x' } });
    expect(plain.body).toMatchObject({ detail: [{ loc: ['body', 'num_frames'], input: 'x' }] });
  });

  it('with an invalid idempotency key names the header', async () => {
    const headers = { 'x-fal-target-url': `${queue}/fal-ai/wan-t2v`, 'idempotency-key': 'x' };
    const reply = await user.post(proxy, boat, { headers });
    expect(reply.body).toMatchObject({
      detail: [{ loc: ['header', 'idempotency-key'], type: 'value_error' }],
    });
  });

  it('with a webhook address that is not allowed names the query parameter', async () => {
    const target = `${queue}/fal-ai/wan-t2v?fal_webhook=javascript%3Ax`;
    const reply = await ask(target, { method: 'POST', body: boat });
    expect([reply.status, reply.body]).toMatchObject([422, { detail: [{ loc: ['query', 'fal_webhook'] }] }]);
  });
});

describe('a request', () => {
  it('goes from IN_QUEUE through IN_PROGRESS to its result', async () => {
    const id = await submit();
    const status = async () =>
      (await user.get(formatPath(id, '/status?logs=1'))).body as Record<string, unknown>;
    expect(await status()).toMatchObject({ status: 'IN_QUEUE', queue_position: 0 });
    expect(await status()).not.toHaveProperty('logs');
    await sendToProvider(api.deps, id);
    await markProgress(api.deps.db.pool, id, { stage: 'generating', queuePosition: null, percent: 40 });
    const running = await user.get(formatPath(id, '/status?logs=0'));
    expect([running.status, running.body]).toMatchObject([202, { status: 'IN_PROGRESS', logs: null }]);
    const lines = (await status()).logs as { message: string; level: string; source: string }[];
    expect(lines.map(({ message }) => message)).toEqual([
      'Accepted: 300 credits are held',
      'Sent to the model',
      '40 % done',
    ]);
    expect(lines[0]).toMatchObject({ level: 'INFO', source: 'USER' });
    const early = await user.get(formatPath(id));
    expect([early.status, early.body]).toMatchObject([400, { detail: 'Request is still in progress' }]);
    expect(early.headers.get('x-fal-request-id')).toBe(id);
  });

  it.each([
    ['account', 'provider'],
    ['kind:text-to-video', 'model'],
  ] as const)(
    'is IN_QUEUE with its place while a breaker (%s) holds it, and says why in our own API',
    async (subject, reason) => {
      const { pool } = api.deps.db;
      const held = await api.user();
      const ids = [await submit(held), await submit(held)];
      await noteVerdict(pool, { subject, code: 'model_gone', detail: 'HTTP 410' }, 1);
      for (const generationId of ids) {
        const claimed = await claimSubmission(pool, generationId, Buffer.alloc(32));
        expect(claimed).toMatchObject({ is_held: true });
        expect(await returnToLine(pool, { generationId, attempt: claimed?.attempt ?? 0 })).toBeDefined();
      }
      for (const [place, id] of ids.entries()) {
        const reply = await held.get(formatPath(id, '/status?logs=1'));
        expect([reply.status, reply.body]).toMatchObject([
          202,
          { status: 'IN_QUEUE', queue_position: place },
        ]);
        expect((await held.get(`/api/generations/${id}`)).body).toMatchObject({
          generation: { status: 'waiting', progress: { waiting_reason: reason }, credits: { held: 300 } },
        });
      }
      const early = await held.get(formatPath(ids[0] ?? ''));
      expect([early.status, early.body]).toMatchObject([400, { detail: 'Request is still in progress' }]);
      const cancelled = await held.request(formatPath(ids[1] ?? '', '/cancel'), { method: 'PUT' });
      expect(cancelled.status).toBe(202);
      await rampBreakers(pool, [subject]);
    },
  );

  it('is IN_QUEUE behind the user’s own as long as it waits in the line, and can be cancelled there', async () => {
    const strict = await startTestApi({ store, settings: { LIMIT_RUNNING: '1' } });
    const limited = await strict.user();
    const send = async () =>
      (await ask(`${queue}/fal-ai/wan-t2v`, { method: 'POST', body: boat, by: limited })).body as {
        request_id: string;
      };
    const [first, second, third] = [await send(), await send(), await send()];
    expect([first, second, third]).toMatchObject([
      { status: 'IN_QUEUE', queue_position: 0 },
      { status: 'IN_QUEUE', queue_position: 0 },
      { status: 'IN_QUEUE', queue_position: 1 },
    ]);
    const status = async () => {
      const reply = await limited.get(formatPath(third.request_id, '/status'));
      return [reply.status, reply.body];
    };
    expect(await status()).toMatchObject([202, { status: 'IN_QUEUE', queue_position: 1 }]);
    await limited.request(formatPath(second.request_id, '/cancel'), { method: 'PUT' });
    expect(await status()).toMatchObject([202, { status: 'IN_QUEUE', queue_position: 0 }]);
    await limited.request(formatPath(first.request_id, '/cancel'), { method: 'PUT' });
    const row = await getOwnGeneration(strict.deps.db.pool, third.request_id, limited.userId);
    expect(row.generation).toMatchObject({ status: 'pending', line_place: null });
    await strict.close();
  });

  it('returns files that can be read without a sign-in for seven days', async () => {
    const { id } = await finishVideo(api.deps, user);
    for (const rest of ['', '/response']) {
      const reply = await user.get(formatPath(id, rest));
      expect(reply.body).toEqual({
        video: {
          url: expect.stringMatching(/^http:\/\/atelier\.test\/media\/.+[?&]sig=/),
          content_type: 'video/mp4',
          file_name: expect.stringMatching(/\.mp4$/),
          file_size: 10,
        },
      });
      const url = new URL((reply.body as { video: { url: string } }).video.url);
      const secondsLeft = Number(url.searchParams.get('e')) - Date.now() / 1000;
      expect(Math.round(secondsLeft / 86_400)).toBe(7);
      expect((await api.browser().get(`${url.pathname}${url.search}`)).bytes.toString()).toBe('0123456789');
    }
  });

  it('is not found by other users, or under the name of another model', async () => {
    const id = await submit();
    const stranger = await api.user();
    const none = await user.get(formatPath(randomUUID()));
    for (const rest of ['', '/status', '/status/stream', '/response']) {
      const foreign = await stranger.get(formatPath(id, rest));
      const elsewhere = await user.get(`${proxy}/fal-ai/flux/requests/${id}${rest}`);
      for (const reply of [foreign, elsewhere, await user.get(formatPath('nothing', rest))]) {
        expect([reply.status, { ...(reply.body as object), trace_id: '' }]).toEqual([
          404,
          { ...(none.body as object), trace_id: '' },
        ]);
      }
    }
    expect((await stranger.request(formatPath(id, '/cancel'), { method: 'PUT' })).status).toBe(404);
    expect(none.body).toMatchObject({ status: 'NOT_FOUND', detail: 'Not found' });
  });

  it('can be cancelled with the JSON content type and an empty body', async () => {
    const id = await submit();
    const headers = { 'content-type': 'application/json' };
    const cancel = () => user.request(formatPath(id, '/cancel'), { method: 'PUT', headers });
    const first = await cancel();
    expect([first.status, first.body]).toEqual([202, { status: 'CANCELLATION_REQUESTED' }]);
    const second = await cancel();
    expect([second.status, second.body]).toMatchObject([400, { status: 'ALREADY_COMPLETED' }]);
    const result = await user.get(formatPath(id));
    expect([result.status, result.body]).toMatchObject([499, { error_type: 'client_cancelled' }]);
  });

  it('cannot be cancelled once its files are being saved', async () => {
    const id = await submit();
    await answerByProvider(api.deps, id);
    const reply = await user.request(formatPath(id, '/cancel'), { method: 'PUT' });
    expect([reply.status, reply.body]).toMatchObject([400, { status: 'ALREADY_COMPLETED' }]);
  });
});

describe('a call that fal’s queue does not have', () => {
  it.each([
    'https://fal.run/fal-ai/wan-t2v',
    'https://fal.run/fal-ai/wan-t2v?fal_webhook=x',
    'https://rest.fal.ai/storage/upload/initiate-multipart?storage_type=fal-cdn-v3',
    'https://rest.fal.ai.evil.test/storage/upload/initiate',
    'https://rest.fal.ai/tokens/',
    'https://evil.test/fal-ai/wan-t2v',
    'http://queue.fal.run/fal-ai/wan-t2v',
    'https://queue.fal.run@evil.test/fal-ai/wan-t2v',
    'https://queue.fal.run/fal-ai%2fwan-t2v',
    'https://queue.fal.run/fal-ai/../fal-ai/wan-t2v',
    'https://queue.fal.run//fal-ai/wan-t2v',
  ])('is refused and changes nothing: %s', async (target) => {
    const before = await countRows(store, user.userId);
    const reply = await ask(target, { method: 'POST', body: boat });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { detail: expect.stringMatching(/^Invalid request: /), error_type: 'bad_request' },
    ]);
    expect(await countRows(store, user.userId)).toEqual(before);
  });

  it.each([
    '',
    '?x=1',
    '/fal-ai/%77an-t2v',
    '/fal-ai%2f%2fwan-t2v',
    '/fal-ai//wan-t2v',
    '/fal-ai/wan-t2v?x=1',
  ])('is refused at our own address too: "%s"', async (path) => {
    const reply = await user.post(`${proxy}${path}`, boat);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'fal_call_refused' }]);
  });
});

describe('a stream of statuses', () => {
  type Event = { status: string; logs?: { message: string }[] | null };

  /** The events up to now, and the end. */
  async function open(id: string, { at = api, by = user }: { at?: TestApi; by?: TestUser } = {}) {
    // Not fetch: after an abort it opens a new connection that it never uses, and a closing server waits for it.
    const asked = get(`${at.url}${formatPath(id, '/status/stream?logs=1')}`, {
      agent: false,
      headers: { cookie: by.cookieHeader() },
    });
    leaving.push(() => asked.destroy());
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const events: Event[] = [];
    const read = async () => {
      let text = '';
      for await (const chunk of response) {
        text += String(chunk);
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)));
      }
    };
    // Tests abort the request.
    const ended = read().catch(() => undefined);
    return { response, events, ended, leave: () => void asked.destroy() };
  }

  const listenersAt = ({ realtime }: TestApi, { userId }: TestUser) =>
    realtime.io.of('/').adapter.rooms.get(`user:${userId}`)?.size ?? 0;

  it('reports what another process does, each line once, and ends with the generation', async () => {
    const id = await submit();
    const stream = await open(id, { at: other });
    expect(stream.response.headers['content-type']).toMatch(/^text\/event-stream/);
    await vi.waitFor(() => expect(stream.events).toMatchObject([{ status: 'IN_QUEUE' }]), {
      timeout: 20_000,
    });
    await sendToProvider(api.deps, id);
    const row = await markProgress(api.deps.db.pool, id, {
      stage: 'generating',
      queuePosition: null,
      percent: 40,
    });
    if (!row) throw new Error('Nothing has changed');
    await notifyChange({ ...api.deps, realtime: api.realtime }, row);
    await vi.waitFor(() => expect(stream.events).toHaveLength(2), { timeout: 20_000 });
    expect(stream.events[1]?.logs?.map(({ message }) => message)).toEqual([
      'Accepted: 300 credits are held',
      'Sent to the model',
      '40 % done',
    ]);
    // An event about another generation of the user does not reach this stream.
    await notifyChange({ ...api.deps, realtime: api.realtime }, row);
    const { id: ended } = await finishVideo(api.deps, user);
    const last = await open(ended, { at: other });
    await last.ended;
    expect(last.events).toMatchObject([{ status: 'COMPLETED' }]);
    expect(stream.events.slice(2).flatMap(({ logs }) => logs ?? [])).toEqual([]);
  });

  it('ends with a cancellation', async () => {
    const id = await submit();
    const stream = await open(id, { at: other });
    await vi.waitFor(() => expect(stream.events).toHaveLength(1), { timeout: 20_000 });
    await cancelGeneration({ ...api.deps, realtime: api.realtime }, id, user.userId);
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ status: 'COMPLETED', error_type: 'client_cancelled' });
  });

  it('removes its listener when the client disconnects', async () => {
    const limited = await api.user();
    const stream = await open(await submit(limited), { by: limited });
    await vi.waitFor(() => expect(listenersAt(api, limited)).toBe(1), { timeout: 20_000 });
    stream.leave();
    await vi.waitFor(() => expect(listenersAt(api, limited)).toBe(0), { timeout: 20_000 });
  });

  it('can be opened for as many generations as a user may have running and waiting', async () => {
    const strict = await startTestApi({ store, settings: { LIMIT_RUNNING: '3', LIMIT_WAITING: '2' } });
    const [limited, another] = [await strict.user(), await strict.user()];
    const id = await submit(limited);
    const openAt = (by: TestUser, ofId: string) => open(ofId, { at: strict, by });
    const streams = await Promise.all(Array.from({ length: 5 }, () => openAt(limited, id)));
    const refused = await limited.get(formatPath(id, '/status/stream'));
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await openAt(another, await submit(another))).response.statusCode).toBe(200);
    for (const stream of streams) stream.leave();
    await vi.waitFor(() => expect(listenersAt(strict, limited)).toBe(0), { timeout: 20_000 });
    expect((await openAt(limited, id)).response.statusCode).toBe(200);
    await strict.close();
  });

  it('does not delay a process that stops', async () => {
    const stopping = await startTestApi({ store });
    const stream = await open(await submit(), { at: stopping });
    await vi.waitFor(() => expect(stream.events).toHaveLength(1), { timeout: 20_000 });
    await stopping.close();
    await stream.ended;
    expect(stream.events).toHaveLength(1);
  });
});

describe('a status that a program asks for again and again', () => {
  const falClient = { 'user-agent': '@fal-ai/client/1.10.1' };

  const listenersAt = (at: TestApi, { userId }: TestUser) =>
    at.realtime.io.of('/').adapter.rooms.get(`user:${userId}`)?.size ?? 0;

  /** Asks as fal's client does, with a key of this user. */
  async function follow(id: string, { at = api, by = user }: { at?: TestApi; by?: TestUser } = {}) {
    const { headers } = withKey((await createKey(by)).key);
    return () => at.browser().get(formatPath(id, '/status?logs=1'), { ...headers, ...falClient });
  }

  /**
   * Asks until a reply is held, and returns that: on a busy machine the caller may be too slow to count as one that
   * follows.
   */
  async function askUntilHeld(
    read: () => Promise<Reply>,
    { at = api, by }: { at?: TestApi; by: TestUser },
  ): Promise<{ held: Promise<Reply> }> {
    for (;;) {
      let isAnswered = false;
      const held = read().finally(() => {
        isAnswered = true;
      });
      await vi.waitUntil(() => isAnswered || listenersAt(at, by) > 0, { timeout: 20_000 });
      if (!isAnswered) return { held };
      expect((await held).body).toMatchObject({ status: 'IN_QUEUE' });
    }
  }

  it('is held until another process changes it', async () => {
    const by = await api.user();
    const id = await submit(by);
    const { held } = await askUntilHeld(await follow(id, { at: other, by }), { at: other, by });
    await cancelGeneration({ ...api.deps, realtime: api.realtime }, id, by.userId);
    expect((await held).body).toMatchObject({ status: 'COMPLETED', error_type: 'client_cancelled' });
  });

  it('is held until its place in the line changes', async () => {
    const at = await startTestApi({ store, settings: { LIMIT_RUNNING: '1' } });
    const by = await at.user();
    const [, second = '', third = ''] = [await submit(by), await submit(by), await submit(by)];
    const { held } = await askUntilHeld(await follow(third, { at, by }), { at, by });
    await by.request(formatPath(second, '/cancel'), { method: 'PUT' });
    expect((await held).body).toMatchObject({ status: 'IN_QUEUE', queue_position: 0 });
    await at.close();
  });

  it('is answered at once when it has changed since, and to a browser always', async () => {
    const by = await api.user();
    const id = await submit(by);
    const read = await follow(id, { by });
    await (await askUntilHeld(read, { by })).held;
    await sendToProvider(api.deps, id);
    await markProgress(api.deps.db.pool, id, { stage: 'generating', queuePosition: null, percent: 40 });
    expect((await read()).body).toMatchObject({ status: 'IN_PROGRESS' });
    const listening = vi.spyOn(api.realtime, 'onUserMessage');
    for (let count = 0; count < 5; count += 1)
      expect((await by.get(formatPath(id, '/status'))).status).toBe(202);
    expect(listening).not.toHaveBeenCalled();
  });

  it('does not delay a process that stops', async () => {
    const at = await startTestApi({ store });
    const by = await api.user();
    const { held } = await askUntilHeld(await follow(await submit(by), { at, by }), { at, by });
    await at.close();
    expect((await held).body).toMatchObject({ status: 'IN_QUEUE' });
  });

  it('is no longer watched when the client disconnects', async () => {
    const by = await api.user();
    const id = await submit(by);
    const headers = { ...withKey((await createKey(by)).key).headers, ...falClient };
    let asked: ReturnType<typeof get> | undefined;
    // Not fetch, for the reason above.
    const read = async (): Promise<Reply> => {
      asked = get(`${api.url}${formatPath(id, '/status')}`, { agent: false, headers });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      return { body: JSON.parse(await text(response)) } as Reply;
    };
    const { held } = await askUntilHeld(read, { by });
    const left = expect(held).rejects.toThrow('socket hang up');
    asked?.destroy();
    await left;
    await vi.waitFor(() => expect(listenersAt(api, by)).toBe(0), { timeout: 20_000 });
  });
});
