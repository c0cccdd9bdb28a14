import { randomBytes, randomUUID } from 'node:crypto';
import type { PublicGeneration, PublicWebhookDelivery, WebhookDeliveriesReply } from '@atelier/contract';
import { claimDelivery, markAttemptFailed, markDelivered } from '@atelier/db';
import { createWebhookKeys, createWebhookSigner, verifyWebhook } from '@atelier/fal';
import { queueMetrics } from '@atelier/queue';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endGeneration } from '../../testing/endings.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, submitVideo, textToVideo } from '../../testing/submissions.ts';

const [key, previousKey] = [randomBytes(32), randomBytes(32)];
const api = await startTestApi({
  settings: {
    LOG_LEVEL: 'debug',
    WEBHOOK_SIGNING_KEY: key.toString('base64'),
    WEBHOOK_PREVIOUS_SIGNING_KEY: previousKey.toString('base64'),
    WEBHOOK_TRUSTED_HOSTS: '127.0.0.1:*',
  },
});
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const url = 'https://hooks.example/end?token=planted-secret';
const path = '/api/user/webhook-deliveries';
const submit = (user: TestUser, webhook_url: unknown, more: object = {}) =>
  user.post(createVideoPath, { ...textToVideo, webhook_url, ...more });
const readList = async (user: TestUser) => ((await user.get(path)).body as WebhookDeliveriesReply).data;

/** A failed generation with a webhook. */
async function submitFailed(user: TestUser, webhook_url = url): Promise<string> {
  const id = await submitVideo(user, { webhook_url });
  const error = { code: 'no_output' as const, detail: null };
  await endGeneration(api.deps, id, { status: 'failed', chargeCredits: 0, error });
  return id;
}

describe('a webhook_url', () => {
  it.each([
    ['example.com/hook', 'webhook_url must be an http(s) address of at most 2,000 characters'],
    ['ftp://example.com/', 'webhook_url must be an http(s) address of at most 2,000 characters'],
    ['javascript:alert(1)', 'webhook_url must be an http(s) address of at most 2,000 characters'],
    ['', 'webhook_url must be an http(s) address of at most 2,000 characters'],
    [17, 'webhook_url must be an http(s) address of at most 2,000 characters'],
    [['https://example.com/'], 'webhook_url must be an http(s) address of at most 2,000 characters'],
    [
      `https://example.com/${'x'.repeat(1_981)}`,
      'webhook_url must be an http(s) address of at most 2,000 characters',
    ],
    ['http://example.com/hook', 'webhook_url must begin with https://'],
    ['https://10.0.0.1/', 'Webhooks cannot be sent to this address'],
    ['https://[::ffff:10.0.0.1]/', 'Webhooks cannot be sent to this address'],
    ['https://169.254.169.254/latest/meta-data', 'Webhooks cannot be sent to this address'],
    ['https://example.com:5432/', 'Webhooks cannot be sent to this address'],
    ['https://user:password@example.com/', 'Webhooks cannot be sent to this address'],
  ])('is refused before anything is held: %j', async (webhookUrl, message) => {
    const user = await api.user({ credits: 300 });
    const reply = await submit(user, webhookUrl);
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [issue('webhook_url', message)] },
    });
    expect(await readList(user)).toEqual([]);
    expect((await user.get('/api/user/info')).body).toMatchObject({ credits: { left_credits: 300 } });
  });

  it.each([url, `https://example.com/${'x'.repeat(1_980)}`, 'http://127.0.0.1:9/hook', null, undefined])(
    'is accepted as %j',
    async (webhookUrl) => {
      const user = await api.user();
      expect((await submit(user, webhookUrl)).status).toBe(200);
    },
  );

  it('has to be the same in a repeated request', async () => {
    const user = await api.user();
    const request_id = randomUUID();
    const first = await submit(user, url, { request_id });
    expect((await submit(user, url, { request_id })).body).toMatchObject({
      id: (first.body as { id: string }).id,
    });
    for (const other of [undefined, 'https://hooks.example/other']) {
      expect(await submit(user, other, { request_id })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_mismatch' },
      });
    }
  });

  it('appears neither in a generation nor in the log', async () => {
    const user = await api.user();
    const id = await submitVideo(user, { webhook_url: url, is_public: true });
    const { generation } = (await user.get(`/api/generations/${id}`)).body as {
      generation: PublicGeneration;
    };
    expect(JSON.stringify(generation)).not.toContain('hooks.example');
    await submitFailed(user);
    await user.get(path);
    expect(api.logText()).not.toContain('planted-secret');
  });

  it('is refused before anything is held when the server has no signing key', async () => {
    const unsigned = await startTestApi({ store: api.store });
    const user = await unsigned.user({ credits: 300 });
    expect(await submit(user, url)).toMatchObject({
      status: 400,
      body: refusal('webhooks_unavailable', 'This server does not send webhooks'),
    });
    expect((await submit(user, undefined)).status).toBe(200);
    expect((await unsigned.browser().get('/.well-known/jwks.json')).body).toEqual({ keys: [] });
    await unsigned.close();
  });
});

describe('a delivery', () => {
  it('is listed for its owner, newest first and without the query of its URL', async () => {
    const user = await api.user();
    const [delivered, givenUp, waiting] = [
      await submitFailed(user),
      await submitFailed(user),
      await submitFailed(user),
    ];
    const one = await claimDelivery(api.deps.db.pool, delivered);
    await markDelivered(api.deps.db.pool, one?.id ?? '', 204);
    const two = await claimDelivery(api.deps.db.pool, givenUp);
    const gone = { status: 410, problem: 'gone', isFinal: true };
    await markAttemptFailed(api.deps.db.pool, { id: two?.id ?? '', attempt: 1, ...gone });
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const common = { id: expect.any(String), url: 'https://hooks.example/end', created_at: moment };
    const never = { last_problem: null, delivered_at: null, next_attempt_at: null };
    expect(await readList(user)).toEqual([
      {
        ...common,
        ...never,
        generation_id: waiting,
        state: 'waiting',
        attempts: 0,
        last_status: null,
        next_attempt_at: moment,
      },
      {
        ...common,
        ...never,
        generation_id: givenUp,
        state: 'given_up',
        attempts: 1,
        last_status: 410,
        last_problem: 'gone',
      },
      {
        ...common,
        ...never,
        generation_id: delivered,
        state: 'delivered',
        attempts: 1,
        last_status: 204,
        delivered_at: moment,
      },
    ]);
    expect(await readList(await api.user())).toEqual([]);
  });

  it('can be repeated by its owner only', async () => {
    const user = await api.user();
    const id = await submitFailed(user);
    const claimed = await claimDelivery(api.deps.db.pool, id);
    await markDelivered(api.deps.db.pool, claimed?.id ?? '', 200);
    const again = `${path}/${claimed?.id}/redeliver`;
    expect(await (await api.user()).post(again)).toMatchObject({
      status: 404,
      body: refusal('not_found', 'Not found'),
    });
    expect((await readList(user))[0]).toMatchObject({ state: 'delivered' });
    const waiting = (await waitingJobs()) + 1;
    const reply = await user.post(again);
    const { delivery } = reply.body as { delivery: PublicWebhookDelivery };
    expect([reply.status, delivery]).toMatchObject([
      200,
      { state: 'waiting', attempts: 1, delivered_at: null },
    ]);
    await expect.poll(waitingJobs).toBe(waiting);
    expect(await claimDelivery(api.deps.db.pool, id)).toMatchObject({ attempts: 2 });
    expect((await user.post(`${path}/${randomUUID()}/redeliver`)).status).toBe(404);
    expect((await user.post(`${path}/none/redeliver`)).body).toMatchObject({ code: 'invalid_id' });
  });

  it('is enqueued immediately when a user or an operator ends the generation', async () => {
    const user = await api.user();
    const operator = await api.user({ email: 'ops@atelier.test' });
    const before = await waitingJobs();
    const [cancelled, failedByOperator] = [
      await submitVideo(user, { webhook_url: url }),
      await submitVideo(user, { webhook_url: url }),
    ];
    expect((await user.post(`/api/generations/${cancelled}/cancel`)).status).toBe(200);
    const reason = { reason: 'It hangs' };
    expect((await operator.post(`/api/admin/generations/${failedByOperator}/fail`, reason)).status).toBe(200);
    await expect.poll(waitingJobs).toBe(before + 2);
    expect((await readList(user)).map(({ generation_id, state }) => [generation_id, state])).toEqual([
      [failedByOperator, 'waiting'],
      [cancelled, 'waiting'],
    ]);
  });
});

async function waitingJobs(): Promise<number> {
  const queues = await queueMetrics(api.deps.queue);
  return queues.find(({ name }) => name === 'deliver-webhook')?.counts.waiting ?? 0;
}

describe('the public signing keys', () => {
  it('can be read by every receiver and include the previous one', async () => {
    const reply = await api.browser().get('/.well-known/jwks.json');
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const keys = createWebhookKeys(`${api.url}/.well-known/jwks.json`);
    for (const each of [key, previousKey]) {
      const message = { requestId: 'r1', userId: 'u1', body: Buffer.from('{}'), nowMs: Date.now() };
      const headers = createWebhookSigner({ key: each }).headersFor(message);
      await verifyWebhook({ ...message, headers }, { keys, userId: 'u1' });
    }
  });
});
