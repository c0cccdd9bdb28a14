import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { serve } from '@atelier/storage/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseWebhook, verifyWebhook } from './webhook.ts';
import { createWebhookKeys } from './webhook-keys.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const nowSeconds = nowMs / 1000;
const body = Buffer.from('{"request_id":"r1","status":"OK","payload":{}}');

/** fal's side: a key pair and the address of its public half, both of which may change. */
async function startFal() {
  const fal = { keys: [newKey()], isDown: false };
  const server = await serve((_request, response) => {
    if (fal.isDown) return response.writeHead(503).end();
    const keys = fal.keys.map(({ publicKey }) => publicKey.export({ format: 'jwk' }));
    // fal may list keys of other kinds beside its own.
    return response.end(JSON.stringify({ keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }, ...keys] }));
  });
  return Object.assign(fal, { server, trust: { keys: createWebhookKeys(server.url), userId: 'us' } });
}

const newKey = () => generateKeyPairSync('ed25519');

function signed(privateKey: KeyObject, changes: Record<string, string> = {}) {
  const fields = { requestId: 'r1', userId: 'us', timestamp: String(nowSeconds), ...changes };
  const hash = createHash('sha256').update(body).digest('hex');
  const message = [fields.requestId, fields.userId, fields.timestamp, hash].join('\n');
  return {
    'x-fal-webhook-request-id': fields.requestId,
    'x-fal-webhook-user-id': fields.userId,
    'x-fal-webhook-timestamp': fields.timestamp,
    'x-fal-webhook-signature': sign(null, Buffer.from(message), privateKey).toString('hex'),
  };
}

const refused = { code: 'invalid_signature' };
let fal: Awaited<ReturnType<typeof startFal>>;
const verify = (headers: Record<string, string | string[] | undefined>, at = nowMs, raw = body) =>
  verifyWebhook({ headers, body: raw, nowMs: at }, fal.trust);
const signWith = (index: number, changes?: Record<string, string>) =>
  signed((fal.keys[index] ?? newKey()).privateKey, changes);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  fal = await startFal();
});
afterEach(() => void vi.useRealTimers());

describe('verifyWebhook', () => {
  it('accepts what fal signed for our account, and returns the hash of the body', async () => {
    const bodySha256 = createHash('sha256').update(body).digest();
    expect(await verify(signWith(0))).toEqual({ bodySha256, requestId: 'r1' });
  });

  it('accepts a clock difference of up to 300 s', async () => {
    await verify(signWith(0, { timestamp: String(nowSeconds - 300) }));
    await verify(signWith(0, { timestamp: String(nowSeconds + 300) }));
    await expect(verify(signWith(0, { timestamp: String(nowSeconds - 301) }))).rejects.toMatchObject(refused);
    await expect(verify(signWith(0, { timestamp: String(nowSeconds + 301) }))).rejects.toMatchObject(refused);
  });

  it('refuses a modified body', async () => {
    const changed = Buffer.from(body.toString().replace('OK', 'KO'));
    await expect(verify(signWith(0), nowMs, changed)).rejects.toMatchObject(refused);
  });

  it("refuses what fal signed for another customer's account", async () => {
    await expect(verify(signWith(0, { userId: 'them' }))).rejects.toMatchObject(refused);
  });

  it.each(['request-id', 'user-id', 'timestamp', 'signature'])(
    'refuses a webhook without %s',
    async (name) => {
      const headers = { ...signWith(0), [`x-fal-webhook-${name}`]: undefined };
      await expect(verify(headers)).rejects.toMatchObject(refused);
    },
  );

  it.each([
    ['x-fal-webhook-signature', 'ab'.repeat(64)],
    ['x-fal-webhook-signature', 'not hex'],
    ['x-fal-webhook-timestamp', '1e9'],
    ['x-fal-webhook-timestamp', '-1'],
    ['x-fal-webhook-request-id', 'r2'],
  ])('refuses %s: %s', async (name, value) => {
    await expect(verify({ ...signWith(0), [name]: value })).rejects.toMatchObject(refused);
  });

  it('fetches the keys once for many webhooks', async () => {
    await Promise.all([verify(signWith(0)), verify(signWith(0))]);
    await verify(signWith(0));
    expect(fal.server.requests).toHaveLength(1);
  });

  it('fetches the keys again, at most once a minute, when no known key fits', async () => {
    await verify(signWith(0));
    const forged = signed(newKey().privateKey);
    for (let call = 0; call < 3; call += 1) await expect(verify(forged)).rejects.toMatchObject(refused);
    expect(fal.server.requests).toHaveLength(1);
    vi.setSystemTime(nowMs + 61_000);
    for (let call = 0; call < 3; call += 1) await expect(verify(forged)).rejects.toMatchObject(refused);
    expect(fal.server.requests).toHaveLength(2);
  });

  it('fetches a new key once for all webhooks that arrive in the meantime', async () => {
    await verify(signWith(0));
    vi.setSystemTime(nowMs + 61_000);
    fal.keys = [newKey()];
    await Promise.all([verify(signWith(0)), verify(signWith(0)), verify(signWith(0))]);
    expect(fal.server.requests).toHaveLength(2);
  });

  it('tries every key', async () => {
    fal.keys = [newKey(), newKey()];
    await verify(signWith(1));
  });

  it('keeps the old keys while the address does not answer, even after 24 h', async () => {
    await verify(signWith(0));
    fal.isDown = true;
    const tomorrow = nowMs + 25 * 3_600_000;
    vi.setSystemTime(tomorrow);
    const timestamp = String(tomorrow / 1000);
    for (let call = 0; call < 3; call += 1) await verify(signWith(0, { timestamp }), tomorrow);
    expect(fal.server.requests).toHaveLength(2);
    fal.isDown = false;
    vi.setSystemTime(tomorrow + 61_000);
    await verify(signWith(0, { timestamp }), tomorrow);
    await verify(signWith(0, { timestamp }), tomorrow);
    expect(fal.server.requests).toHaveLength(3);
  });

  it('throws a retryable error until it has had a key', async () => {
    fal.isDown = true;
    await expect(verify(signWith(0))).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
    fal.isDown = false;
    await verify(signWith(0));
  });
});

describe('parseWebhook', () => {
  it.each([
    ['a result', { request_id: 'r', status: 'OK', payload: { video: {} } }],
    [
      'an error',
      { request_id: 'r', status: 'ERROR', error: 'Invalid status code: 422', payload: { detail: [] } },
    ],
    [
      'a payload that could not be sent',
      { request_id: 'r', status: 'OK', payload: null, payload_error: 'too large' },
    ],
    ['unknown fields', { request_id: 'r', gateway_request_id: 'g', status: 'OK', payload: {}, new: 1 }],
  ])('parses %s', (_what, webhook) => {
    expect(parseWebhook(Buffer.from(JSON.stringify(webhook)))).toEqual(webhook);
  });

  it.each([7, {}, ['x'], true])('takes an error of %j, which only describes, for none', (error) => {
    const webhook = { request_id: 'r', status: 'OK', payload: {}, error, payload_error: error };
    expect(parseWebhook(Buffer.from(JSON.stringify(webhook)))).toMatchObject({
      status: 'OK',
      payload: {},
      error: null,
      payload_error: null,
    });
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"status":"OK"}',
    '{"request_id":"","status":"OK"}',
    '{"request_id":"r","status":"X"}',
  ])('does not parse %j', (text) => {
    expect(parseWebhook(Buffer.from(text))).toBeUndefined();
  });
});
