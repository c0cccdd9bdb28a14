import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';
import type { ReceivedWebhook } from '../testing/webhook-receiver.ts';

const schnell = 'fal-ai/flux/schnell';
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator();
});
afterAll(() => test.close());

async function isSigned({ headers, raw }: ReceivedWebhook): Promise<boolean> {
  const { keys } = (await (await fetch(test.emulator.jwksUrl)).json()) as { keys: JsonWebKey[] };
  const hash = createHash('sha256').update(raw).digest('hex');
  const signed = [
    headers['x-fal-webhook-request-id'],
    headers['x-fal-webhook-user-id'],
    headers['x-fal-webhook-timestamp'],
    hash,
  ].join('\n');
  const signature = Buffer.from(String(headers['x-fal-webhook-signature']), 'hex');
  return keys.some((key) =>
    verify(null, Buffer.from(signed), createPublicKey({ key, format: 'jwk' }), signature),
  );
}

describe('webhooks', () => {
  it('contain the result and a signature that verifies with the published key', async () => {
    const requestId = await test.submit(schnell, { prompt: 'Signed' });
    const [webhook] = await test.receiver.waitFor(requestId);
    expect(webhook?.body).toMatchObject({
      request_id: requestId,
      gateway_request_id: requestId,
      status: 'OK',
    });
    expect(webhook?.body.payload).toEqual(test.emulator.control.job(requestId)?.result);
    expect(webhook?.headers['x-fal-webhook-user-id']).toBe(test.emulator.webhookUserId);
    expect(webhook && (await isSigned(webhook))).toBe(true);
  });

  it('report ERROR with the error body when the model refuses the input', async () => {
    const requestId = await test.submit(schnell, { prompt: 'x', num_images: 5 });
    const [webhook] = await test.receiver.waitFor(requestId);
    expect(webhook?.body).toMatchObject({
      status: 'ERROR',
      error: 'Invalid status code: 422',
      payload: { detail: [{ loc: ['body', 'num_images'], type: 'less_than_equal' }] },
    });
  });

  it('are retried with a new signature after an error and after a redirect', async () => {
    test.receiver.answers.push(500, 302);
    const requestId = await test.submit(schnell, { prompt: 'Again' });
    const tries = await test.receiver.waitFor(requestId, 3);
    expect(await Promise.all(tries.map(isSigned))).toEqual([true, true, true]);
    expect(
      test.emulator.control
        .webhooks(requestId)
        .map(({ status }) => status)
        .slice(0, 2),
    ).toEqual([500, 302]);
  });

  it('are dropped after ten attempts', async () => {
    test.receiver.answers.push(...Array.from({ length: 10 }, () => 503));
    const requestId = await test.submit(schnell, { prompt: 'Never' });
    await test.receiver.waitFor(requestId, 10);
    expect(await test.emulator.control.resendWebhook(requestId)).toBe(true);
    expect(test.receiver.received.filter(({ body }) => body.request_id === requestId)).toHaveLength(11);
  });

  it('are delayed by a hold, and can be resent', async () => {
    const { control } = test.emulator;
    control.hold({ step: 'WEBHOOK' });
    const requestId = await test.submit(schnell, { prompt: 'Later' });
    await control.waitForPhase(requestId, 'COMPLETED');
    expect(control.webhooks(requestId)).toEqual([]);
    control.release();
    await test.receiver.waitFor(requestId);
    await control.resendWebhook(requestId);
    expect(await test.receiver.waitFor(requestId, 2)).toHaveLength(2);
  });
});
