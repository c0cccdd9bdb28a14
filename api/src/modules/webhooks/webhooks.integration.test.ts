import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { claimSubmission, markGenerationEnded, reopenSubmission, returnToLine } from '@atelier/db';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { refusal } from '../../testing/refusal.ts';
import { publicUrl, startTestApi } from '../../testing/start-test-api.ts';
import { startTestFal, type WebhookParts } from '../../testing/start-test-fal.ts';
import { submitVideo } from '../../testing/submissions.ts';
import { acceptWebhook } from './accept-webhook.ts';

const fal = await startTestFal();
const api = await startTestApi({ settings: fal.settings });
const owner = await api.user();
const visitor = api.browser();
afterEach(() => api.store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await fal.close();
});

/** A generation that is being submitted, and the webhook URL that goes with it. */
type Sent = { id: string; token: string; path: string; requestId: string };
let sent: Sent;
beforeEach(async () => {
  const [id, token] = [await submitVideo(owner), randomBytes(32).toString('base64url')];
  await claimSubmission(api.deps.db.pool, id, createHash('sha256').update(token).digest());
  sent = { id, token, path: formatPath(id, '1', token), requestId: randomUUID() };
});

const formatPath = (id: string, attempt: string, token: string) =>
  `/api/wan/getResult?${new URLSearchParams({ g: id, a: attempt, t: token })}`;
const okBody = (requestId: string, url = 'https://v3.fal.media/files/x.mp4') =>
  JSON.stringify({ request_id: requestId, status: 'OK', payload: { video: { url } } });

function deliver(parts: Partial<WebhookParts> = {}, { path = sent.path, headers = {}, sentBody = '' } = {}) {
  const body = parts.body ?? okBody(parts.requestId ?? sent.requestId);
  const signed = fal.sign({ requestId: sent.requestId, ...parts, body });
  return visitor.post(path, sentBody || body, { origin: null, headers: { ...signed, ...headers } });
}

async function readState(id: string) {
  const { rows } = await api.store.owner.pool.query(
    `select status, stage, provider_request_id, provider_result, provider_error,
            (select count(*)::int from provider_event e where e.generation_id = g.id) as events
       from generation g where id = $1`,
    [id],
  );
  return rows[0];
}

/** The number of finish jobs enqueued for this generation. */
async function listFinishJobs(id: string): Promise<number> {
  const jobs = await api.deps.queue.queue('finish-generation').getJobs(['waiting', 'delayed', 'prioritized']);
  return jobs.filter((job) => job.data.generationId === id).length;
}

const untouched = { status: 'pending', stage: 'reserved', provider_request_id: null, events: 0 };
const refused = refusal('invalid_signature', 'The webhook signature is not valid');

describe('a valid webhook', () => {
  it('stores the result, enqueues the finish job and replies immediately', async () => {
    const reply = await deliver();
    expect([reply.status, reply.body]).toEqual([200, { success: true, outcome: 'accepted' }]);
    expect(await readState(sent.id)).toMatchObject({
      status: 'processing',
      stage: 'saving',
      provider_request_id: sent.requestId,
      provider_result: { video: { url: 'https://v3.fal.media/files/x.mp4' } },
      provider_error: null,
      events: 1,
    });
    expect(await listFinishJobs(sent.id)).toBe(1);
  });

  it('is stored once, however often it is delivered', async () => {
    const timestampSeconds = Math.floor(Date.now() / 1000) - 60;
    const replies = await Promise.all(Array.from({ length: 10 }, () => deliver({ timestampSeconds })));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const outcomes = replies.map(({ body }) => (body as { outcome: string }).outcome);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await readState(sent.id)).toMatchObject({ events: 1 });
    expect(await listFinishJobs(sent.id)).toBe(1);
  });

  it('is not replaced by a second, different result', async () => {
    await deliver();
    const reply = await deliver({ body: okBody(sent.requestId, 'https://v3.fal.media/files/other.mp4') });
    expect([reply.status, reply.body]).toEqual([200, { success: true, outcome: 'repeated' }]);
    expect(await readState(sent.id)).toMatchObject({
      provider_result: { video: { url: 'https://v3.fal.media/files/x.mp4' } },
    });
  });

  it('is taken from the line when its attempt had no answer and the next one was refused', async () => {
    const { pool } = api.deps.db;
    const attempt = { generationId: sent.id, attempt: 1, retrySeconds: 0, state: 'unknown' } as const;
    expect(await reopenSubmission(pool, attempt)).toBe(true);
    await claimSubmission(pool, sent.id, createHash('sha256').update('second').digest());
    expect(await returnToLine(pool, { generationId: sent.id, attempt: 2 })).toBeDefined();
    const failed = JSON.stringify({ request_id: sent.requestId, status: 'ERROR', error: 'no', payload: {} });
    expect((await deliver({ body: failed })).body).toMatchObject({ outcome: 'repeated' });
    expect(await readState(sent.id)).toMatchObject({ status: 'waiting', provider_error: null });
    expect((await deliver()).body).toMatchObject({ outcome: 'accepted' });
    expect(await readState(sent.id)).toMatchObject({
      status: 'processing',
      stage: 'saving',
      provider_request_id: sent.requestId,
      provider_result: { video: { url: 'https://v3.fal.media/files/x.mp4' } },
    });
    expect(await listFinishJobs(sent.id)).toBe(1);
    expect((await deliver()).body).toMatchObject({ outcome: 'repeated' });
  });

  it('keeps the error of a model that failed', async () => {
    const detail = [{ loc: ['body', 'prompt'], msg: 'not allowed', type: 'content_policy_violation' }];
    await deliver({
      body: JSON.stringify({
        request_id: sent.requestId,
        status: 'ERROR',
        error: 'Invalid status code: 422',
        payload: { detail },
      }),
    });
    expect(await readState(sent.id)).toMatchObject({
      stage: 'saving',
      provider_result: null,
      provider_error: { detail },
    });
  });

  it('may lack the payload, which the worker then fetches', async () => {
    const body = { request_id: sent.requestId, status: 'OK', payload: null, payload_error: 'too large' };
    expect((await deliver({ body: JSON.stringify(body) })).status).toBe(200);
    expect(await readState(sent.id)).toMatchObject({ status: 'processing', stage: 'saving' });
    expect(await listFinishJobs(sent.id)).toBe(1);
  });

  it.each(['OK', 'ERROR'])('may contain what PostgreSQL cannot store, with %s', async (status) => {
    const unstorable = '"a\\u0000b \\ud800 c"';
    const body = `{"request_id":"${sent.requestId}","status":"${status}","error":${unstorable},"payload":${unstorable}}`;
    expect((await deliver({ body })).status).toBe(200);
    expect(await readState(sent.id)).toMatchObject({
      stage: 'saving',
      provider_result: null,
      provider_error: status === 'OK' ? null : { detail: 'a b \ufffd c' },
    });
    expect(await listFinishJobs(sent.id)).toBe(1);
  });

  it('keeps the words of an error that has signs which PostgreSQL cannot store', async () => {
    const detail = [{ loc: ['body', 'prompt'], msg: 'No\u0000 face', type: 'value_error' }];
    const error = 'Invalid status code: 422';
    const body = { request_id: sent.requestId, status: 'ERROR', error, payload: { detail } };
    expect((await deliver({ body: JSON.stringify(body) })).status).toBe(200);
    expect(await readState(sent.id)).toMatchObject({
      provider_error: { detail: [{ msg: 'No  face' }], http_status: 422 },
    });
  });

  it('changes nothing when the generation has ended', async () => {
    const ending = { generationId: sent.id, status: 'cancelled' as const, chargeCredits: 0, error: null };
    await markGenerationEnded(api.deps.db.pool, ending);
    const reply = await deliver();
    expect([reply.status, reply.body]).toEqual([200, { success: true, outcome: 'repeated' }]);
    expect(await readState(sent.id)).toMatchObject({ status: 'cancelled', provider_result: null });
    expect(await listFinishJobs(sent.id)).toBe(0);
  });

  it.each(['/api/wan/getImageResult', '/api/wan/getAudioResult', '/api/wan/getUnderstandingResult'])(
    'may also be sent to %s',
    async (address) => {
      const reply = await deliver({}, { path: sent.path.replace('/api/wan/getResult', address) });
      expect(reply.status).toBe(200);
    },
  );
});

describe('an invalid webhook', () => {
  it.each([
    'x-fal-webhook-request-id',
    'x-fal-webhook-user-id',
    'x-fal-webhook-timestamp',
    'x-fal-webhook-signature',
  ])('is refused without %s', async (header) => {
    const reply = await deliver({}, { headers: { [header]: '' } });
    expect([reply.status, reply.body]).toEqual([401, refused]);
    expect(await readState(sent.id)).toMatchObject(untouched);
  });

  it('is refused without any header', async () => {
    const reply = await visitor.post(sent.path, okBody(sent.requestId), { origin: null });
    expect([reply.status, reply.body]).toEqual([401, refused]);
  });

  it.each<[string, () => Partial<WebhookParts>]>([
    ['another key', () => ({ key: generateKeyPairSync('ed25519').privateKey })],
    ['another fal account', () => ({ userId: 'someone-else' })],
    ['a time 6 minutes ago', () => ({ timestampSeconds: Math.floor(Date.now() / 1000) - 360 })],
    ['a time in 6 minutes', () => ({ timestampSeconds: Math.floor(Date.now() / 1000) + 360 })],
  ])('is refused with %s', async (_name, parts) => {
    const reply = await deliver(parts());
    expect([reply.status, reply.body]).toEqual([401, refused]);
    expect(await readState(sent.id)).toMatchObject(untouched);
  });

  it.each([
    ['a changed body', { sentBody: '{"status":"OK"}' }, {}],
    ['a time other than the signed one', {}, { 'x-fal-webhook-timestamp': '9'.repeat(10) }],
    ['a request id other than the signed one', {}, { 'x-fal-webhook-request-id': randomUUID() }],
    ['a malformed signature', {}, { 'x-fal-webhook-signature': 'zz'.repeat(64) }],
    ['a signature that is too short', {}, { 'x-fal-webhook-signature': 'ab' }],
  ])('is refused with %s', async (_name, change, headers) => {
    const reply = await deliver({}, { ...change, headers });
    expect([reply.status, reply.body]).toEqual([401, refused]);
    expect(await readState(sent.id)).toMatchObject(untouched);
  });

  it('is refused with the token of another generation', async () => {
    const reply = await deliver(
      {},
      { path: formatPath(sent.id, '1', randomBytes(32).toString('base64url')) },
    );
    expect([reply.status, reply.body]).toEqual([401, refused]);
    expect(await readState(sent.id)).toMatchObject(untouched);
  });

  it('leaves a forgery in the audit log, counted', async () => {
    await auditEvents(api, {});
    const forge = () => deliver({}, { headers: { 'x-fal-webhook-signature': 'zz'.repeat(64) } });
    for (let time = 0; time < 3; time += 1) await forge();
    const last = (await auditEvents(api, { name: 'webhook_refused' })).at(-1);
    expect(last).toMatchObject({
      actor: 'anonymous',
      occurrences: 3,
      details: { method: 'POST', route: '/api/wan/getResult' },
    });
  });

  it.each([
    ['an unknown generation', () => formatPath(randomUUID(), '1', sent.token)],
    ['an attempt that was never made', () => formatPath(sent.id, '2', sent.token)],
    ['a malformed id', () => formatPath("' or 1=1", '1', sent.token)],
    ['a malformed attempt', () => formatPath(sent.id, '1e9', sent.token)],
    ['the same parameter twice', () => `${sent.path}&g=${randomUUID()}`],
    ['no parameters', () => '/api/wan/getResult'],
  ])('is acknowledged and ignored for %s', async (_name, path) => {
    const reply = await deliver({}, { path: path() });
    expect([reply.status, reply.body]).toEqual([202, { success: true, outcome: 'unknown' }]);
    expect(await readState(sent.id)).toMatchObject(untouched);
  });

  it.each(['{bad', '', '[]', 'null', '{"status":"OK"}', '{"request_id":"x","status":"MAYBE"}'])(
    'gets 400 for the signed but unusable body %s',
    async (body) => {
      const reply = await deliver({ body });
      expect([reply.status, reply.body]).toEqual([
        400,
        refusal('invalid_json', 'The body is not valid JSON'),
      ]);
      expect(await readState(sent.id)).toMatchObject(untouched);
    },
  );

  it('gets 400 when body and header name different requests', async () => {
    const reply = await deliver({ body: okBody(randomUUID()) });
    expect(reply.status).toBe(400);
  });

  it('is refused when its body is over 1 MB', async () => {
    const payload = { text: 'x'.repeat(1_100_000) };
    const body = JSON.stringify({ request_id: sent.requestId, status: 'OK', payload });
    const reply = await deliver({ body });
    expect([reply.status, reply.body]).toEqual([413, refusal('body_too_large', 'The body is too large')]);
  });

  it('may have any content type, because the signature covers the bytes', async () => {
    const reply = await deliver({}, { headers: { 'content-type': 'text/plain' } });
    expect(reply.status).toBe(200);
  });

  it('changes nothing, even a thousand times', async () => {
    const body = okBody(sent.requestId);
    const foreignKey = generateKeyPairSync('ed25519').privateKey;
    const forgeries: Partial<WebhookParts>[] = [
      { key: foreignKey },
      { userId: 'someone-else' },
      { timestampSeconds: 1 },
      { requestId: randomUUID(), key: foreignKey },
    ];
    const query = Object.fromEntries(new URL(sent.path, publicUrl).searchParams);
    const forge = (index: number) => {
      const headers = fal.sign({ requestId: sent.requestId, body, ...forgeries[index % forgeries.length] });
      return acceptWebhook(
        { ...api.deps, realtime: api.realtime },
        { query, headers, body: Buffer.from(body) },
      );
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 1_000 }, (_, index) => forge(index)));
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : 'accepted',
    );
    expect(new Set(codes)).toEqual(new Set(['invalid_signature']));
    expect(await readState(sent.id)).toMatchObject(untouched);
  });
});

it('the webhook route replies 503 when fal’s keys cannot be fetched, so that fal retries', async () => {
  const keyless = await startTestApi({
    store: api.store,
    settings: { ...fal.settings, FAL_JWKS_URL: 'http://127.0.0.1:9/jwks.json' },
  });
  const body = okBody(sent.requestId);
  const headers = fal.sign({ requestId: sent.requestId, body });
  const reply = await keyless.browser().post(sent.path, body, { origin: null, headers });
  expect(reply.status).toBe(503);
  expect(await readState(sent.id)).toMatchObject(untouched);
  await keyless.close();
});

describe('webhooks from one address', () => {
  it('are refused after 300 forgeries within a minute, and however many real ones never are', {
    tags: 'load',
  }, async () => {
    // Acknowledged without a query, so that thousands are quick.
    const unknown = formatPath('none', '1', 'none');
    const behindProxy = await startTestApi({
      store: api.store,
      settings: { ...fal.settings, TRUST_PROXY: 'true' },
    });
    const deliverMany = async (count: number, from: string, headers: Record<string, string> = {}) => {
      const body = okBody(sent.requestId);
      const signed = fal.sign({ requestId: sent.requestId, body });
      const client = behindProxy.browser();
      const all = { ...signed, 'x-forwarded-for': from, ...headers };
      return inLanes(Array<string>(count).fill(unknown), async (path) => {
        const { status } = await client.post(path, body, { origin: null, headers: all });
        return status;
      });
    };
    const forged = { 'x-fal-webhook-signature': 'ab'.repeat(64) };
    const [forger, fals] = ['203.0.113.7', '203.0.113.8'];
    expect(new Set(await deliverMany(301, forger, forged))).toEqual(new Set([401]));
    expect(await deliverMany(1, forger)).toEqual([429]);
    const [limited] = await auditEvents(behindProxy, { name: 'rate_limited' });
    expect(limited).toMatchObject({ address: forger, details: { limit: 'forgeries' } });
    expect(new Set(await deliverMany(400, fals))).toEqual(new Set([202]));
    await behindProxy.close();
  });
});
