import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { AppError, errorCodes, isErrorCode } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { mp4, png } from '../modules/uploads/testing/files.ts';
import { upload } from '../modules/uploads/testing/form.ts';
import { createKey, withKey } from '../testing/api-key.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import {
  type CreatedVideo,
  createAnalysisPath,
  createAudioPath,
  createImagePath,
  createVideoPath as path,
  textToVideo,
} from '../testing/submissions.ts';
import { countRows, openTestStore } from '../testing/test-store.ts';
import { ownRequestsPerMinute } from './bounds.ts';
import { retryAfter } from './errors.ts';

const store = await openTestStore();
const api = await startTestApi({
  store,
  settings: {
    LIMIT_CREATE_PER_MINUTE: '20',
    LIMIT_UPLOAD_PER_MINUTE: '4',
    LIMIT_PRESIGN_PER_MINUTE: '4',
    LIMIT_REFUND_PER_MINUTE: '5',
    LIMIT_LOGIN_PER_MINUTE: '10',
    LIMIT_REQUESTS_PER_MINUTE: '600',
  },
});
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

const limited = refusal('rate_limited', 'Too many requests', { retry_after_seconds: expect.any(Number) });

describe('quotes of one user', () => {
  it('are counted with other requests, and those of lines with batches', async () => {
    const user = await api.user();
    const line = { kind: 'flux-schnell', input: { prompt: 'A red fox' } };
    const readRemaining = async (path: string, body: object) =>
      (await user.post(path, body)).headers.get('x-ratelimit-remaining');
    for (let count = 0; count < 61; count += 1)
      expect((await user.post('/api/quotes', line)).status).toBe(200);
    expect(await readRemaining('/api/quotes', line)).toBeNull();
    expect(await readRemaining('/api/quotes', { lines: [line] })).toBe('59');
    expect(await readRemaining('/api/batches', { lines: [line], dry_run: true })).toBe('58');
    expect(await readRemaining('/api/generations', line)).toBe('19');
  });
});

describe('submissions of one user', () => {
  it('are counted apart from the uploads that fal’s client initiates at the same address', async () => {
    const user = await api.user();
    const initiate = () =>
      user.post(
        '/api/wan/fal/proxy',
        { content_type: 'image/png', file_name: 'a.png' },
        {
          headers: {
            'x-fal-target-url': 'https://rest.fal.ai/storage/upload/initiate?storage_type=fal-cdn-v3',
          },
        },
      );
    for (let count = 0; count < 4; count += 1) expect((await initiate()).status).toBe(200);
    const reply = await initiate();
    expect([reply.status, reply.headers.get('x-ratelimit-limit')]).toEqual([429, '4']);
    expect((await user.post(path, textToVideo)).headers.get('x-ratelimit-remaining')).toBe('19');
  });

  it('are limited to twenty per minute; the next gets Retry-After and holds nothing', async () => {
    const [busy, other] = [await api.user(), await api.user()];
    for (let count = 0; count < 20; count += 1) expect((await busy.post(path, textToVideo)).status).toBe(200);
    const reply = await busy.post(path, textToVideo);
    expect(reply.status).toBe(429);
    expect(reply.body).toEqual(limited);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countRows(store, busy.userId)).toMatchObject({ generations: 20, reserves: 20 });
    expect((await other.post(path, textToVideo)).status).toBe(200);
  });

  it('of the same moment are limited to twenty as well, and not to fewer', async () => {
    const user = await api.user();
    const replies = await Promise.all(Array.from({ length: 23 }, () => user.post(path, { prompt: '' })));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('count even when they are refused', async () => {
    const user = await api.user({ credits: 1 });
    for (let count = 0; count < 20; count += 1) await user.post(path, { prompt: '' });
    expect((await user.post(path, { prompt: '' })).status).toBe(429);
  });
});

describe('one limit', () => {
  const proxy = '/api/wan/fal/proxy';
  const submissions = [
    path,
    createImagePath,
    createAudioPath,
    createAnalysisPath,
    proxy,
    `${proxy}/fal-ai/flux`,
    `${proxy}/fal-ai/flux/dev`,
  ];

  it('counts submissions of a user together, of every kind and by session, API key or fal’s client', async () => {
    const user = await api.user();
    const program = withKey((await createKey(user)).key);
    const post = (index: number) =>
      index % 2 === 0
        ? user.post(submissions[index % submissions.length] ?? path, {})
        : api.browser().post(submissions[index % submissions.length] ?? path, {}, program);
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await post(count)).status);
    expect(statuses).not.toContain(429);
    for (let count = 20; count < 34; count += 1) {
      const reply = await post(count);
      expect([reply.status, reply.body]).toMatchObject([429, { code: 'rate_limited' }]);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'x-ratelimit-limit': '20',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': expect.stringMatching(/^[1-9]\d?$/),
        'retry-after': expect.stringMatching(/^[1-9]\d?$/),
      });
    }
  });

  it('counts uploads of images and videos together', async () => {
    const user = await api.user();
    const image = () => upload(user, '/api/upload-image-wan-i2v', png({ width: 64, height: 48 }), 'a.png');
    const video = () => upload(user, '/api/upload-video', mp4());
    const replies = [
      await image(),
      await video(),
      await image(),
      await video(),
      await image(),
      await video(),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
  });

  it('lets every upload be confirmed whose address can still be valid', async () => {
    const user = await api.user();
    const body = { filename: 'a.png', contentType: 'image/png' };
    const presign = () => user.post('/api/generate-presigned-url', body);
    const confirm = () => user.post('/api/uploads/confirm', { key: 'none' });
    const first = await presign();
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '3']);
    for (let count = 1; count < 4; count += 1) expect((await presign()).status).toBe(200);
    expect((await presign()).status).toBe(429);
    // Four a minute, for the five minutes of an address and the one that has begun.
    for (let count = 0; count < 24; count += 1) expect((await confirm()).status).toBe(404);
    expect((await confirm()).status).toBe(429);
  });

  it('is recorded in the audit log when it refuses, with its name and a count', async () => {
    const user = await api.user();
    for (let count = 0; count < 23; count += 1) await user.post(path, { prompt: '' });
    await api.deps.audit.flush();
    const { rows } = await store.owner.pool.query(
      `select actor, actor_id, address, details, occurrences from audit_event
       where name = 'rate_limited' and user_id = $1`,
      [user.userId],
    );
    expect(rows).toEqual([
      {
        actor: 'user',
        actor_id: user.userId,
        address: '127.0.0.1',
        details: { limit: 'create' },
        occurrences: 3,
      },
    ]);
  });
});

describe('refund requests of one user', () => {
  it('are limited to five per minute; the next gets Retry-After', async () => {
    const [busy, other] = [await api.user(), await api.user()];
    const refund = (user: typeof busy) => user.post('/api/wan/refundCredits', {});
    for (let count = 0; count < 5; count += 1) expect((await refund(busy)).status).toBe(400);
    const reply = await refund(busy);
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect((await refund(other)).status).toBe(400);
  });
});

describe('webhook redeliveries of one user', () => {
  it('are limited to twenty per minute, separately from submissions', async () => {
    const user = await api.user();
    const again = () => user.post(`/api/user/webhook-deliveries/${randomUUID()}/redeliver`);
    for (let count = 0; count < 20; count += 1) expect((await again()).status).toBe(400);
    const reply = await again();
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect((await user.post(path, textToVideo)).status).toBe(200);
  });
});

describe('running generations of one user', () => {
  it('are limited by LIMIT_RUNNING, and those that wait for them by LIMIT_WAITING', async () => {
    const strict = await startTestApi({ store, settings: { LIMIT_RUNNING: '3', LIMIT_WAITING: '2' } });
    const user = await strict.user();
    const replies = await Promise.all(Array.from({ length: 8 }, () => user.post(path, textToVideo)));
    const accepted = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    const statuses = accepted.map(({ body }) => (body as CreatedVideo).status);
    expect(statuses.toSorted()).toEqual(['pending', 'pending', 'pending', 'waiting', 'waiting']);
    for (const reply of refused) {
      expect(reply.status).toBe(429);
      expect(reply.body).toEqual(
        refusal('too_many_running', 'Your line is full: too many generations are waiting', {
          running: 3,
          limit: 3,
          waiting: 2,
          waiting_limit: 2,
          retry_after_seconds: expect.any(Number),
        }),
      );
    }
    expect(await countRows(store, user.userId)).toMatchObject({ generations: 5, reserves: 5 });

    // The place of one that ends goes to the first in the line, whose own is free for the next.
    const first = accepted.map(({ body }) => body as CreatedVideo).find(({ status }) => status === 'pending');
    await user.post(`/api/generations/${first?.id}/cancel`);
    expect((await user.post(path, textToVideo)).body).toMatchObject({
      status: 'waiting',
      generation: { status: 'waiting', progress: { stage: 'waiting', queue_position: 1 } },
    });
    expect((await user.post(path, textToVideo)).status).toBe(429);
    await strict.close();
  });
});

describe('all requests from one address', () => {
  /**
   * Starts an API behind a proxy that sends the client's address. Each test uses its own, because with Redis all
   * processes share counters.
   */
  const startBehindProxy = (max: number) =>
    startTestApi({ store, settings: { LIMIT_REQUESTS_PER_MINUTE: String(max), TRUST_PROXY: 'true' } });

  it('are limited before any other check, signed in or not', async () => {
    const strict = await startBehindProxy(3);
    const visitor = strict.browser();
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    for (let count = 0; count < 3; count += 1)
      expect((await visitor.get('/api/user/info', headers)).status).toBe(401);
    const reply = await visitor.get('/api/user/info', headers);
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    const foreign = await visitor.post(path, textToVideo, { origin: 'https://evil.test', headers });
    expect(foreign.status).toBe(429);
    const other = await visitor.get('/api/user/info', { 'x-forwarded-for': '203.0.113.2' });
    expect(other.status).toBe(401);
    await strict.close();
  });

  it('do not include probes, files and the provider’s webhooks', async () => {
    const strict = await startBehindProxy(1);
    const visitor = strict.browser();
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    for (let count = 0; count < 3; count += 1) {
      expect((await visitor.get('/healthz', headers)).status).toBe(200);
      expect((await visitor.get('/media/nothing', headers)).status).toBe(404);
      expect((await visitor.post('/api/wan/getResult', {}, { origin: null, headers })).status).toBe(401);
    }
    await strict.close();
  });

  it('count however their path is spelled', async () => {
    const strict = await startBehindProxy(5);
    const visitor = strict.browser();
    const headers = { 'x-forwarded-for': '203.0.113.4' };
    const spellings = [
      '/api/pricing',
      '/%61pi/pricing',
      '/api/%70ricing',
      '/%61pi/nothing',
      '/api/wan/getNothing',
      '/%61p%69/pricing',
    ];
    const statuses: number[] = [];
    for (const spelling of spellings) statuses.push((await visitor.get(spelling, headers)).status);
    expect(statuses).toEqual([200, 200, 200, 404, 404, 429]);
    for (const address of ['http://atelier.test/api/pricing', 'HTTP://atelier.test/api/nothing'])
      expect(await readStatus(strict.url, address, headers)).toBe(429);
    await strict.close();
  });

  it('of IPv6 count per /64, which a single client owns as a whole', async () => {
    const strict = await startBehindProxy(2);
    const visitor = strict.browser();
    const from = async (address: string) =>
      (await visitor.get('/api/pricing', { 'x-forwarded-for': address })).status;
    expect(await from('2001:db8:0:1::1')).toBe(200);
    expect(await from('2001:db8:0:1:ffff::2')).toBe(200);
    expect(await from('2001:db8:0:1::3')).toBe(429);
    expect(await from('2001:db8:0:2::1')).toBe(200);
    await strict.close();
  });

  it('cannot evade the limit with forged addresses when no proxy is trusted', async () => {
    const visitor = api.browser();
    const statuses = new Set<number>();
    for (let count = 0; count < 11; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` };
      statuses.add((await visitor.get('/api/auth/callback', headers)).status);
    }
    expect(statuses).toEqual(new Set([400, 429]));
  });
});

describe('requests of a user', () => {
  const strictLimits = {
    LIMIT_REQUESTS_PER_MINUTE: '10',
    LIMIT_FILES_PER_MINUTE: '10',
    TRUST_PROXY: 'true',
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('by which generations are followed and cancelled do not count for their address, by session or key', {
    tags: 'load',
  }, async () => {
    const strict = await startTestApi({ store, settings: strictLimits });
    const user = await strict.user();
    // Made elsewhere: in Redis the address of this machine has been counted by the tests before.
    const elsewhere = await api.user({ email: user.email });
    const program = withKey((await createKey(elsewhere)).key).headers;
    const { id } = (await elsewhere.post(path, textToVideo)).body as CreatedVideo;
    const request = `/api/wan/fal/proxy/fal-ai/wan-t2v/requests/${id}`;
    const reads = [`${request}/status`, request, `/api/generations/${id}`, '/api/generations?active=true'];
    for (let round = 0; round < 10; round += 1) {
      for (const read of reads) {
        expect((await user.get(read, from('203.0.113.21'))).status).not.toBe(429);
        const reply = await strict.browser().get(read, { ...program, ...from('203.0.113.21') });
        expect(reply.status).not.toBe(429);
      }
    }
    // Neither does a flood of the same address, once the user is known.
    const visitor = strict.browser();
    const forged = withKey(`atl_${'x'.repeat(43)}`).headers;
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await visitor.get(`${request}/status`, { ...forged, ...from('203.0.113.21') })).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await user.get(`${request}/status`, from('203.0.113.21'))).status).toBe(202);
    await strict.close();
  });

  it('with invented credentials count per address, and cost no query above the limit', async () => {
    const strict = await startTestApi({ store, settings: strictLimits });
    const visitor = strict.browser();
    const status = `/api/wan/fal/proxy/fal-ai/wan-t2v/requests/${randomUUID()}/status`;
    const ask = (index: number) => {
      const key = withKey(`atl_${String(index).padStart(43, 'x')}`).headers;
      const cookie = { cookie: `sid=${index}` };
      return visitor.get(status, { ...(index % 2 === 0 ? key : cookie), ...from('203.0.113.22') });
    };
    for (let index = 0; index < 10; index += 1) expect((await ask(index)).status).toBe(401);
    const query = vi.spyOn(strict.deps.db.pool, 'query');
    for (let index = 10; index < 20; index += 1) {
      const reply = await ask(index);
      expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
    expect(query).not.toHaveBeenCalled();
    await strict.close();
  });

  it('that start at once with a credential which is new to the process count once for their address', async () => {
    const strict = await startTestApi({ store, settings: strictLimits });
    const user = await strict.user();
    const read = () => user.get('/api/generations', from('203.0.113.23'));
    const replies = await Promise.all(Array.from({ length: 60 }, read));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
    await strict.close();
  });

  it('count per user, so that many users behind one address do not share a limit', async () => {
    const strict = await startTestApi({ store, settings: strictLimits });
    const users = [await strict.user(), await strict.user(), await strict.user()];
    const file = `/media/u/${randomUUID()}/${randomUUID()}.mp4`;
    for (const user of users) {
      for (let count = 0; count < 9; count += 1) {
        expect((await user.get('/api/projects', from('203.0.113.24'))).status).toBe(200);
        expect((await user.get(file, from('203.0.113.24'))).status).toBe(404);
      }
    }
    await strict.close();
  });

  it('are limited for each user as well, wherever they come from', async () => {
    const limits = { ...strictLimits, LIMIT_RUNNING: '1', LIMIT_WAITING: '0', LIMIT_SOCKETS: '1' };
    const own = { LIMIT_CREATE_PER_MINUTE: '1', LIMIT_UPLOAD_PER_MINUTE: '1', LIMIT_PRESIGN_PER_MINUTE: '1' };
    const strict = await startTestApi({
      store,
      settings: { ...limits, ...own, LIMIT_REFUND_PER_MINUTE: '1' },
    });
    const [busy, other] = [await strict.user(), await strict.user()];
    const max = ownRequestsPerMinute(strict.deps.env);
    const read = (user: typeof busy, count: number) =>
      user.get('/api/projects', from(`203.0.113.${30 + (count % 50)}`));
    // The first makes the user known, and counts for its address.
    for (let count = 0; count <= max; count += 1) expect((await read(busy, count)).status).toBe(200);
    const reply = await read(busy, 0);
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect((await read(other, 1)).status).toBe(200);
    // Reads that follow generations have a limit of their own.
    expect((await busy.get('/api/generations', from('203.0.113.30'))).status).toBe(200);
    await strict.close();
  });
});

describe('a refusal with 429', () => {
  it('says how long to wait, whatever its reason', () => {
    expect(retryAfter(new AppError('unavailable'))).toBeGreaterThan(0);
    const refusals = Object.keys(errorCodes)
      .filter(isErrorCode)
      .map((code) => new AppError(code))
      .filter(({ status }) => status === 429);
    expect(refusals.length).toBeGreaterThan(3);
    for (const each of refusals) expect(retryAfter(each)).toBeGreaterThan(0);
  });
});

describe('files read from one address', () => {
  it('have a limit of their own, and a refused request costs no query', async () => {
    const strict = await startTestApi({
      store,
      settings: { LIMIT_FILES_PER_MINUTE: '3', LIMIT_REQUESTS_PER_MINUTE: '1', TRUST_PROXY: 'true' },
    });
    const user = await strict.user();
    const read = (spelling: string, address: string) => user.get(spelling, { 'x-forwarded-for': address });
    const file = `/media/u/${randomUUID()}/${randomUUID()}.mp4`;
    for (const spelling of [file, file.replace('media', '%6dedia'), file])
      expect((await read(spelling, '203.0.113.5')).status).toBe(404);
    const query = vi.spyOn(strict.deps.db.pool, 'query');
    const reply = await read(file, '203.0.113.5');
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect(query).not.toHaveBeenCalled();
    expect((await read(file, '203.0.113.6')).status).toBe(404);
    expect((await read('/api/pricing', '203.0.113.5')).status).toBe(200);
    await strict.close();
  });
});

describe('sign-ins from one address', () => {
  it('are limited to ten per minute', async () => {
    const visitor = api.browser();
    // No provider is running in this test: each login is a 503, and counts.
    for (let count = 0; count < 10; count += 1)
      expect((await visitor.get('/api/auth/login')).status).toBe(503);
    expect((await visitor.get('/api/auth/login')).status).toBe(429);
  });
});

/** The status of a request whose target is sent as it is: fetch would normalize it. */
async function readStatus(url: string, target: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(url);
  const request = httpRequest({ hostname, port, path: target, headers, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}
