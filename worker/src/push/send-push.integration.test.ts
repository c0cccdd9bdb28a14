import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import {
  answerApproval,
  askForApproval,
  claimPush,
  deleteOwnSession,
  deleteSession,
  findLedgerProblems,
  findPushSubscription,
  insertApiKey,
  insertSession,
  markGenerationEnded,
  putPushSubscription,
} from '@atelier/db';
import { type PushService, startPushService } from '@atelier/dev-stack/push-service';
import { finalizeAsCancelled, finalizeGeneration } from '@atelier/generations';
import { createLog } from '@atelier/log';
import { createPushKeys } from '@atelier/push';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { createHandlers } from '../handlers.ts';
import { sweep } from '../sweeper/sweep.ts';
import { order, send, trash, waitForEnd } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';

let worker: TestWorker;
let deps: WorkerDeps;
let service: PushService;
beforeAll(async () => {
  worker = await openTestWorker({ env: { WEBHOOK_TRUSTED_HOSTS: '127.0.0.1:*' } });
  deps = worker.deps;
});
afterAll(() => worker.close());
beforeEach(async () => {
  service = await startPushService();
});
afterEach(async () => {
  await service.close();
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
});

const query = async <Row = unknown>(text: string, values: unknown[]) =>
  (await deps.db.pool.query(text, values)).rows as Row[];

/** A signed-in browser of the user that is notified. */
async function browser(userId: string, { language = 'en', endpoint = '' } = {}): Promise<string> {
  const sessionId = randomUUID();
  await insertSession(deps.db.pool, {
    idHash: sessionId,
    publicId: sessionId,
    userId,
    expiresAt: new Date(Date.now() + 3_600_000),
    authenticatedAt: null,
    address: null,
    userAgent: null,
  });
  const { publicKey: applicationKey } = await deps.pushKeys.read();
  const subscription = service.subscribe();
  await putPushSubscription(deps.db, {
    ...subscription,
    ...(endpoint && { endpoint }),
    sessionId,
    userId,
    applicationKey,
    language,
  });
  return sessionId;
}

const failure = { code: 'no_output' as const, detail: 'message of the provider' };

/** A generation that failed, of a user with one browser that is notified. */
async function failed(options: Parameters<typeof browser>[1] = {}) {
  const generation = await order(deps, { prompt: 'A secret garden' });
  const sessionId = await browser(generation.user_id, options);
  await end(generation);
  return { ...generation, sessionId };
}

const end = ({ id }: { id: string }, status: 'failed' | 'completed' | 'partial' = 'failed') =>
  finalizeGeneration(deps, {
    generationId: id,
    status,
    chargeCredits: 0,
    error: status === 'failed' ? failure : null,
  });

type Waiting = { id: string; attempts: number; seconds: number };
const waiting = ({ id }: { id: string }) =>
  query<Waiting>(
    `select id, attempts, extract(epoch from next_attempt_at - now())::float as seconds
       from push_message where generation_id = $1`,
    [id],
  );

async function push(generation: { id: string }, by = deps): Promise<void> {
  for (const { id } of await waiting(generation))
    await createHandlers(by)['send-push']({ pushId: id }, context);
}
const context = {
  jobId: 'test',
  attempt: 1,
  isLastAttempt: true,
  signal: undefined,
  delayUntil: () => expect.unreachable('the database schedules attempts'),
};

const makeDue = ({ id }: { id: string }) =>
  query('update push_message set next_attempt_at = now() where generation_id = $1', [id]);

describe('the end of a generation', () => {
  it('reaches a browser encrypted for it, signed by our key, in its language and without the prompt', async () => {
    const generation = await failed({ language: 'zh-CN' });
    await push(generation);
    const [{ headers, payload, claims, publicKey } = expect.unreachable('nothing received')] =
      service.received;
    expect(payload).toEqual({
      id: generation.id,
      medium: 'video',
      status: 'failed',
      title: '视频生成失败',
      body: '未扣积分。',
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: generation.id.replaceAll('-', ''),
      urgency: 'normal',
    });
    expect(Number(headers.ttl)).toBeGreaterThan(86_000);
    expect(publicKey).toBe((await deps.pushKeys.read()).publicKey);
    expect(claims).toMatchObject({ aud: `http://${headers.host}`, sub: deps.pushKeys.subject });
    const hours = (claims.exp - Date.now() / 1_000) / 3_600;
    expect(hours).toBeGreaterThan(1);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await waiting(generation)).toEqual([]);
  });

  it('is one message for a batch, when the last of its lines has ended', async () => {
    const first = await order(deps, { kind: 'flux-schnell', prompt: 'A' });
    const more = { kind: 'flux-schnell', prompt: 'A', userId: first.user_id } as const;
    const [second, third] = [await order(deps, more), await order(deps, more)];
    const batchId = randomUUID();
    await query(
      `insert into batch (id, user_id, name, lines, sets, cost, body_sha256) values ($1, $2, 'Secret', 3, 3, 60, '\\x00')`,
      [batchId, first.user_id],
    );
    const lines = [first, second, third];
    for (const [index, { id }] of lines.entries())
      await query('update generation set batch_id = $2, batch_line = $3, batch_set = $3 where id = $1', [
        id,
        batchId,
        index + 1,
      ]);
    await browser(first.user_id);
    for (const [line, status] of [
      [third, 'completed'],
      [first, 'failed'],
      [second, 'completed'],
    ] as const) {
      expect(service.received).toEqual([]);
      await end(line, status);
      // A statement that waited for the account began before the one that it waited for, and has its time.
      await query('update generation set finished_at = created_at where id = $1', [line.id]);
      await push(line);
      expect(await waiting(line)).toEqual([]);
    }
    expect(service.received.map(({ payload }) => payload)).toEqual([
      {
        id: second.id,
        medium: 'image',
        status: 'completed',
        batchId,
        title: 'Your batch has ended',
        body: '2 done, 1 failed.',
      },
    ]);
  });

  it.each([
    ['text-to-video', 'completed', 'Your video is ready'],
    ['flux-schnell', 'partial', 'Your images are partly done'],
    ['video-to-audio', 'completed', 'Your sound is ready'],
    ['image-understanding', 'completed', 'Your answer is ready'],
  ] as const)('of %s that is %s says "%s"', async (kind, status, title) => {
    const inputs = {
      'video-to-audio': { video_url: 'https://cdn.test/a.mp4' },
      'image-understanding': { image: 'https://cdn.test/a.png', question: 'What is it?' },
    };
    const input = inputs[kind as keyof typeof inputs];
    const generation = await order(deps, { kind, prompt: 'Boat', ...(input && { input }) });
    await browser(generation.user_id);
    await end(generation, status);
    await push(generation);
    expect(service.received[0]?.payload).toMatchObject({ status, title, body: 'Open it in Atelier.' });
  });

  it('reaches every browser of the user, and none of another user', async () => {
    const generation = await order(deps, { prompt: 'Boat' });
    await browser(generation.user_id);
    await browser(generation.user_id, { language: 'zh-CN' });
    const other = await order(deps, { prompt: 'Boat' });
    await browser(other.user_id);
    await end(generation);
    await push(generation);
    expect(service.received.map(({ payload }) => payload.title).sort()).toEqual([
      'Your video failed',
      '视频生成失败',
    ]);
  });

  it('is sent once, however often and by however many jobs', async () => {
    const generation = await failed();
    const [{ id = '' } = {}] = await waiting(generation);
    const run = () => createHandlers(deps)['send-push']({ pushId: id }, context);
    await Promise.all(Array.from({ length: 10 }, run));
    await run();
    expect(service.received).toHaveLength(1);
  });

  it('is no message when the user cancelled it, a program ordered it, or no browser asked', async () => {
    const cancelled = await order(deps, { prompt: 'Boat' });
    await browser(cancelled.user_id);
    await finalizeAsCancelled(deps, cancelled);
    const programs = await order(deps, { prompt: 'Boat' });
    await browser(programs.user_id);
    const keyId = randomUUID();
    await query(
      `insert into api_key (id, user_id, name, token_hash, ending) values ($1, $2, 'x', sha256($3), 'x')`,
      [keyId, programs.user_id, keyId],
    );
    await query('update generation set api_key_id = $2 where id = $1', [programs.id, keyId]);
    await end(programs);
    const unasked = await order(deps, { prompt: 'Boat' });
    await end(unasked);
    for (const generation of [cancelled, programs, unasked]) expect(await waiting(generation)).toEqual([]);
  });

  it('is no message any more once its generation was deleted', async () => {
    const generation = await failed();
    await trash(deps, generation);
    await push(generation);
    expect(service.received).toEqual([]);
    expect(await waiting(generation)).toEqual([]);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription and what waits for it', async (status) => {
    service.answers.push(status);
    const generation = await failed();
    await push(generation);
    expect(await findPushSubscription(deps.db.pool, generation.sessionId)).toBeUndefined();
    expect(await waiting(generation)).toEqual([]);
    expect(await deps.metrics.read()).toMatch(/atelier_push_attempts_total\{outcome="gone"\} [1-9]/);
  });

  it.each([
    ['429 with seconds', 429, () => '900', 900],
    ['503 with a date', 503, () => new Date(Date.now() + 600_000).toUTCString(), 600],
    ['500 without a time', 500, undefined, 30],
    ['a refused signature', 403, undefined, 30],
  ])('that answers %s is asked again after that time', async (_what, status, retryAfter, seconds) => {
    service.answers.push((_request, response) => {
      response.writeHead(status, retryAfter && { 'retry-after': retryAfter() }).end();
    });
    const generation = await failed();
    await push(generation);
    const [row] = await waiting(generation);
    expect(row?.attempts).toBe(1);
    expect(Math.abs((row?.seconds ?? 0) - seconds)).toBeLessThan(10);
    await push(generation);
    expect(service.received).toHaveLength(1);
    await makeDue(generation);
    await push(generation);
    expect(service.received).toHaveLength(2);
    expect(service.received[0]?.headers.topic).toBe(service.received[1]?.headers.topic);
    expect(await waiting(generation)).toEqual([]);
  });

  it.each([400, 413])(
    'that answers %i gets the message no more, and keeps the subscription',
    async (status) => {
      service.answers.push(status);
      const lines: string[] = [];
      const generation = await failed();
      await push(generation, logging(lines));
      expect(await waiting(generation)).toEqual([]);
      expect(await findPushSubscription(deps.db.pool, generation.sessionId)).toBeDefined();
      expect(lines.join('')).toContain('a push service refused a message as malformed');
    },
  );

  it('that is away is given up after ten attempts within about two hours', async () => {
    const generation = await failed();
    await service.close();
    let waited = 0;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await push(generation);
      const [row] = await waiting(generation);
      expect(row?.attempts).toBe(attempt < 10 ? attempt : undefined);
      waited += row?.seconds ?? 0;
      await makeDue(generation);
    }
    expect(waited / 3_600).toBeCloseTo(2.1, 1);
  });

  it('that wants us to wait for longer than a day is given up', async () => {
    service.answers.push((_request, response) => {
      response.writeHead(429, { 'retry-after': '90000' }).end();
    });
    const generation = await failed();
    await push(generation);
    expect(await waiting(generation)).toEqual([]);
  });

  it('inside our network is never connected to', async () => {
    const generation = await failed();
    const webhookRules = { ...deps.settings.webhookRules, trustedHosts: [] };
    await push(generation, { ...deps, settings: { ...deps.settings, webhookRules } });
    expect(service.received).toEqual([]);
    expect((await waiting(generation))[0]?.attempts).toBe(1);
  });
});

describe('a session that ends', () => {
  it.each([
    ['by signing out', (id: string) => deleteSession(deps.db.pool, id)],
    [
      'from another browser',
      (publicId: string, userId: string) => deleteOwnSession(deps.db.pool, { publicId, userId }),
    ],
    [
      'by its age, before its row is removed',
      (id: string) =>
        query(`update user_session set created_at = now() - interval '91 days' where id = $1`, [id]),
    ],
  ])('%s takes its subscription and its messages with it', async (_how, act) => {
    const generation = await failed();
    await act(generation.sessionId, generation.user_id);
    await push(generation);
    expect(service.received).toEqual([]);
    expect(await waiting(generation)).toEqual([]);
    expect(await findPushSubscription(deps.db.pool, generation.sessionId)).toBeUndefined();
  });

  it('at the moment of many ends neither fails nor holds up any of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const generation = await order(deps, { prompt: 'Boat' });
      const sessionId = await browser(generation.user_id);
      const [finalized] = await Promise.all([end(generation), deleteSession(deps.db.pool, sessionId)]);
      expect(finalized?.row.status).toBe('failed');
      expect(await waiting(generation)).toEqual([]);
    }
  });
});

describe('the key pair', () => {
  it('is the same in processes that make it at the same moment', async () => {
    await query('delete from push_key', []);
    const makers = Array.from({ length: 8 }, () =>
      createPushKeys(deps.db.pool, { PUBLIC_URL: 'https://a.test' }),
    );
    const pairs = await Promise.all(makers.map((keys) => keys.read()));
    expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1);
    deps.pushKeys = createPushKeys(deps.db.pool, { PUBLIC_URL: 'https://a.test' });
    expect(await deps.pushKeys.read()).toEqual(pairs[0]);
  });

  it('ends subscriptions that were made with another one, which their browsers would not take', async () => {
    const generation = await failed();
    const pushKeys = { ...deps.pushKeys, read: async () => ({ publicKey: 'other', privateKey: 'other' }) };
    await push(generation, { ...deps, pushKeys });
    expect(service.received).toEqual([]);
    expect(await findPushSubscription(deps.db.pool, generation.sessionId)).toBeUndefined();
  });
});

it('the log contains the host of a push service, and nothing that would let others send to it', async () => {
  const lines: string[] = [];
  service.answers.push(500);
  const generation = await failed();
  await push(generation, logging(lines));
  await makeDue(generation);
  await push(generation, logging(lines));
  const text = lines.join('');
  expect(text).toContain('push message sent');
  expect(text).toContain(generation.id);
  for (const secret of ['/push/', 'vapid', 'p256dh', 'secret garden']) expect(text).not.toContain(secret);
});

describe('a push message with jobs running', () => {
  beforeAll(() => worker.startJobs());
  const sent = (count: number) =>
    vi.waitUntil(() => service.received.length === count, { timeout: 25_000, interval: 20 });

  it('is sent after the end of its generation, without the sweeper', async () => {
    const generation = await order(deps, { prompt: 'Boat' });
    await browser(generation.user_id);
    await send(deps, generation);
    await waitForEnd(deps, generation);
    await sent(1);
    expect(service.received[0]?.payload).toMatchObject({ id: generation.id, status: 'completed' });
    await vi.waitUntil(async () => (await waiting(generation)).length === 0, { timeout: 20_000 });
  });

  it('is sent once by the sweep when its process was killed between the end and the job', {
    tags: 'faults',
  }, async () => {
    const generation = await order(deps, { prompt: 'Boat' });
    await browser(generation.user_id);
    // All that such a process leaves: what it committed.
    await markGenerationEnded(deps.db.pool, {
      generationId: generation.id,
      status: 'failed',
      chargeCredits: 0,
      error: failure,
    });
    await Promise.all([sweep(deps), sweep(deps)]);
    await sent(1);
    await vi.waitUntil(async () => (await waiting(generation)).length === 0, { timeout: 20_000 });
    await sweep(deps);
    expect(service.received).toHaveLength(1);
  });

  it('is sent later when its process was killed within an attempt', async () => {
    const generation = await order(deps, { prompt: 'Boat' });
    await browser(generation.user_id);
    const marked = await markGenerationEnded(deps.db.pool, {
      generationId: generation.id,
      status: 'failed',
      chargeCredits: 0,
      error: failure,
    });
    expect(await claimPush(deps.db.pool, marked?.pushIds[0] ?? '')).toMatchObject({ attempts: 1 });
    await sweep(deps);
    expect((await waiting(generation))[0]?.attempts).toBe(1);
    await makeDue(generation);
    await sweep(deps);
    await sent(1);
    await vi.waitUntil(async () => (await waiting(generation)).length === 0, { timeout: 20_000 });
  });
});

function logging(lines: string[]): WorkerDeps {
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  return { ...deps, log: createLog({ service: 'worker', level: 'trace' }, destination) };
}

describe('a question of a program', () => {
  const ask = async (userId: string) => {
    const apiKeyId = randomUUID();
    const key = { id: apiKeyId, userId, name: 'A program', tokenHash: randomBytes(32), ending: 'x2Qk' };
    const limits = { expiresAt: null, dailyBudget: null, totalBudget: null, askAbove: 0 };
    await insertApiKey(deps.db, { ...key, ...limits, scopes: ['generate'] }, 20);
    const id = randomUUID();
    const summary = { count: 1, kinds: [{ kind: 'text-to-video', count: 1 }], prompt: 'A secret garden' };
    await askForApproval(deps.db, {
      id,
      userId,
      apiKeyId,
      inputSha256: Buffer.alloc(32),
      cost: 300,
      summary,
    });
    return id;
  };
  const send = async (approvalId: string) => {
    const rows = await query<{ id: string }>('select id from push_message where approval_id = $1', [
      approvalId,
    ]);
    for (const { id } of rows) await createHandlers(deps)['send-push']({ pushId: id }, context);
    return query('select id from push_message where approval_id = $1', [approvalId]);
  };

  it('reaches the browsers of its owner without the prompt, for as long as it can be answered', async () => {
    const { user_id: userId } = await order(deps, { prompt: 'A boat' });
    await browser(userId, { language: 'zh-CN' });
    const id = await ask(userId);
    expect(await send(id)).toEqual([]);
    expect(service.received.map(({ payload }) => payload)).toEqual([
      { id, path: `/approvals/${id}`, title: '有程序请求使用积分', body: '请打开 Atelier，批准或拒绝。' },
    ]);
    expect(Number(service.received[0]?.headers.ttl)).toBeLessThanOrEqual(3_600);
  });

  it('is not sent once it was answered', async () => {
    const { user_id: userId } = await order(deps, { prompt: 'A boat' });
    await browser(userId);
    const id = await ask(userId);
    expect(await answerApproval(deps.db.pool, { id, userId, answer: 'approve' })).toBe(true);
    expect(await send(id)).toEqual([]);
    expect(service.received).toEqual([]);
  });
});
