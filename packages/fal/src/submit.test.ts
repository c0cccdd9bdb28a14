import type { RequestListener } from 'node:http';
import { serve } from '@atelier/storage/testing';
import { describe, expect, it } from 'vitest';
import { submitToFal } from './submit.ts';

const deadlineAt = new Date(Date.now() + 3_600_000);
const accepted = { status: 'IN_QUEUE', request_id: 'r1', queue_position: 2 };
const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function submitTo(answer: RequestListener, options: { timeoutMs?: number; webhookUrl?: string } = {}) {
  const server = await serve(answer);
  const { timeoutMs = 5_000, webhookUrl } = options;
  const outcome = await submitToFal(
    { key: 'k1', baseUrl: server.url, timeoutMs },
    { endpoint: 'fal-ai/flux/schnell', input: { prompt: 'A boat' }, webhookUrl, deadlineAt },
  );
  return { outcome, requests: server.requests };
}

describe('submitToFal', () => {
  it('sends the bare input to the full endpoint, with the key and the webhook in the address', async () => {
    let received: { headers: Record<string, unknown>; body: string } | undefined;
    const { outcome, requests } = await submitTo(
      async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        received = { headers: request.headers, body };
        json(200, accepted)(request, response);
      },
      { webhookUrl: 'https://atelier.test/api/wan/getResult?g=1&a=2&t=x' },
    );
    expect(outcome).toEqual({ outcome: 'accepted', requestId: 'r1', queuePosition: 2 });
    expect(requests).toEqual([
      'POST /queue.fal.run/fal-ai/flux/schnell?fal_webhook=https%3A%2F%2Fatelier.test%2Fapi%2Fwan%2FgetResult%3Fg%3D1%26a%3D2%26t%3Dx',
    ]);
    expect(received?.body).toBe('{"prompt":"A boat"}');
    expect(received?.headers).toMatchObject({
      authorization: 'Key k1',
      'content-type': 'application/json',
      'x-fal-queue-priority': 'normal',
      'x-app-fal-disable-fallback': '1',
      'x-fal-request-timeout': expect.stringMatching(/^3\d{3}$/),
      'x-fal-object-lifecycle-preference': expect.stringMatching(/^\{"expiration_duration_seconds":\d+\}$/),
    });
  });

  it.each([
    [429, 'held', 'model', 'busy'],
    [503, 'held', 'model', 'busy'],
    [500, 'unknown', 'provider', 'unanswered'],
    [502, 'unknown', 'provider', 'unanswered'],
    [504, 'unknown', 'provider', 'unanswered'],
  ])('does not retry after a %i, which means "%s"', async (status, outcome, subject, code) => {
    const answer = await submitTo(json(status, { detail: 'Not now' }));
    const verdict = { subject, code, detail: `HTTP ${status}: Not now` };
    expect(answer.outcome).toMatchObject({ outcome, verdict });
    expect(answer.requests).toHaveLength(1);
  });

  it.each([
    [403, 'User is locked. Reason: Exhausted balance.', 'account', 'account_locked'],
    [402, 'Payment required', 'account', 'account_locked'],
    [422, 'Your account has insufficient credits', 'account', 'account_locked'],
    [401, 'Authentication is required to access this application', 'account', 'key_refused'],
    [403, 'Forbidden', 'model', 'model_gone'],
    [404, "Application 'x' not found", 'model', 'model_gone'],
    [410, 'This endpoint has been removed', 'model', 'model_gone'],
  ])('reads a %i "%s" as a verdict about the %s', async (status, detail, subject, code) => {
    const { outcome } = await submitTo(json(status, { detail }));
    expect(outcome).toEqual({
      outcome: 'held',
      verdict: { subject, code, detail: `HTTP ${status}: ${detail}` },
    });
  });

  it('reads a 422 as a refusal of the request', async () => {
    const { outcome } = await submitTo(json(422, { detail: 'Nonsense' }));
    expect(outcome).toMatchObject({
      outcome: 'refused',
      failure: { code: 'provider_rejected', detail: 'Nonsense' },
    });
  });

  it('does not retry after a broken connection: the submission may have been accepted', async () => {
    const { outcome, requests } = await submitTo((request) => request.socket.destroy());
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it('reads an answer that breaks off as unknown', async () => {
    const { outcome } = await submitTo((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"request_id":', () => request.socket.destroy());
    });
    expect(outcome).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['without an id', { status: 'IN_QUEUE' }],
    ['with an id that is not a string', { request_id: 7 }],
    ['with an empty id', { request_id: '' }],
    ['with an id that cannot be stored', { request_id: 'r\u0000' }],
    ['with an id that no webhook can have', { request_id: 'r'.repeat(201) }],
    ['of null', null],
  ])('reads a 200 %s as unknown', async (_what, body) => {
    expect((await submitTo(json(200, body))).outcome).toMatchObject({ outcome: 'unknown' });
  });

  it.each([null, -1, 1.5, 2 ** 31, '2', {}])(
    'takes a request that was accepted at the position %j, which only advises',
    async (queue_position) => {
      const { outcome } = await submitTo(json(200, { ...accepted, queue_position }));
      expect(outcome).toEqual({ outcome: 'accepted', requestId: 'r1', queuePosition: null });
    },
  );

  it('does not follow a redirect, which would send the key elsewhere', async () => {
    const elsewhere = await serve(json(200, accepted));
    const { outcome } = await submitTo((_request, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('gives up after the time limit, without a retry', async () => {
    const { outcome, requests } = await submitTo(() => undefined, { timeoutMs: 500 });
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it('reads a refused connection as certainly not accepted', async () => {
    const server = await serve(json(200, accepted));
    await server.close();
    const submission = { endpoint: 'fal-ai/wan-t2v', input: {}, deadlineAt };
    const outcome = await submitToFal({ key: 'k', baseUrl: server.url, timeoutMs: 5_000 }, submission);
    expect(outcome).toMatchObject({
      outcome: 'held',
      verdict: { subject: 'provider', code: 'unreachable' },
    });
  });
});
