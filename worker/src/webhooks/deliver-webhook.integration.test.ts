import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { PassThrough } from 'node:stream';
import { claimDelivery, type DeliveryRow, findLedgerProblems, listDeliveries } from '@atelier/db';
import { createWebhookKeys, verifyWebhook } from '@atelier/fal';
import { finalizeAsCancelled, finalizeGeneration } from '@atelier/generations';
import { createLog } from '@atelier/log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { createHandlers } from '../handlers.ts';
import { sweep } from '../sweeper/sweep.ts';
import { order, reach, send, trash, waitForEnd } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { type Receiver, startReceiver } from '../testing/start-receiver.ts';

const signingKey = randomBytes(32).toString('base64');
let worker: TestWorker;
let deps: WorkerDeps;
let receiver: Receiver;
beforeAll(async () => {
  const env = { WEBHOOK_SIGNING_KEY: signingKey, WEBHOOK_TRUSTED_HOSTS: '127.0.0.1:*' };
  worker = await openTestWorker({ env });
  deps = worker.deps;
});
afterAll(() => worker.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
});

type Ended = { id: string; user_id: string };

/** A failed generation with a webhook URL. */
async function failed(webhookUrl = receiver.url): Promise<Ended> {
  const generation = await order(deps, { prompt: 'Boat', webhookUrl });
  const error = { code: 'no_output' as const, detail: 'message of the provider' };
  await finalizeGeneration(deps, { generationId: generation.id, status: 'failed', chargeCredits: 0, error });
  return generation;
}

const deliver = ({ id }: Ended, by = deps) =>
  createHandlers(by)['deliver-webhook']({ generationId: id }, context);
const context = {
  jobId: 'test',
  attempt: 1,
  isLastAttempt: true,
  signal: undefined,
  delayUntil: () => expect.unreachable('the database schedules attempts'),
};

async function readDelivery({ id, user_id }: Ended): Promise<DeliveryRow> {
  const row = (await listDeliveries(deps.db, user_id)).find(({ generation_id }) => generation_id === id);
  if (!row) throw new Error('There is no delivery');
  return row;
}

/** Makes the next attempt due. */
async function makeDue({ id }: Ended): Promise<void> {
  await deps.db.pool.query('update webhook_delivery set next_attempt_at = now() where generation_id = $1', [
    id,
  ]);
}

const secondsToNext = ({ next_attempt_at }: DeliveryRow) => (next_attempt_at.getTime() - Date.now()) / 1000;

describe('a webhook', () => {
  it('reports a failure in our words, signed so that a receiver made for fal accepts it', async () => {
    const generation = await failed();
    await deliver(generation);
    const [{ headers, raw, body } = expect.unreachable('nothing received')] = receiver.received;
    expect(body).toEqual({
      request_id: generation.id,
      gateway_request_id: generation.id,
      status: 'ERROR',
      error: 'The model returned no result',
      payload: { detail: [expect.objectContaining({ loc: ['body'], msg: 'The model returned no result' })] },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Atelier' });
    const keySet = createServer((_request, response) =>
      response.end(JSON.stringify(deps.webhookSigner?.keySet)),
    );
    await new Promise<void>((resolve) => keySet.listen(0, '127.0.0.1', resolve));
    const keys = createWebhookKeys(`http://127.0.0.1:${(keySet.address() as AddressInfo).port}`);
    const verified = await verifyWebhook(
      { headers, body: raw, nowMs: Date.now() },
      { keys, userId: generation.user_id },
    );
    expect(verified.requestId).toBe(generation.id);
    keySet.close();
    expect(await readDelivery(generation)).toMatchObject({
      state: 'delivered',
      attempts: 1,
      last_status: 200,
      last_problem: null,
      delivered_at: expect.any(Date),
    });
  });

  it('carries the output of a completed generation, at URLs that need no session', async () => {
    const generation = await order(deps, { prompt: 'Boat', webhookUrl: receiver.url });
    await dispatchGeneration(deps, { generationId: generation.id });
    await reach(deps, generation, (row) => row.stage === 'saving');
    await finishGeneration(deps, { generationId: generation.id }, { isLastAttempt: false });
    await deliver(generation);
    const video = { url: expect.stringMatching(/\?e=\d+&sig=/), content_type: 'video/mp4' };
    expect(receiver.received[0]?.body).toMatchObject({ status: 'OK', payload: { video } });
    expect(receiver.received[0]?.body).not.toHaveProperty('error');
  });

  it.each([
    ['the result', '[wrong]', []],
    ['the submission', '', [422]],
  ])(
    'repeats what the model says of single fields with %s, under its own names',
    async (_when, word, refusals) => {
      const detail = [
        { loc: ['body', 'prompt'], msg: 'String should have at most 10 characters', type: 'string_too_long' },
        { loc: ['body', 'image_urls', 1], msg: 'Image dimensions are too small', type: 'image_too_small' },
      ];
      for (const status of refusals)
        worker.emulator.control.injectFault({ operation: 'submit', times: 1, status, body: { detail } });
      const image_urls = ['https://example.com/a.png', 'https://example.com/b.png'];
      const generation = await order(deps, {
        kind: 'nano-banana-2-edit',
        input: { image_urls },
        prompt: `Boat ${word}`,
        webhookUrl: receiver.url,
      });
      await dispatchGeneration(deps, { generationId: generation.id });
      if (word) {
        await reach(deps, generation, (row) => row.stage === 'saving');
        await finishGeneration(deps, { generationId: generation.id }, { isLastAttempt: false });
      }
      await deliver(generation);
      expect(receiver.received[0]?.body).toEqual({
        request_id: generation.id,
        gateway_request_id: generation.id,
        status: 'ERROR',
        error: detail.map(({ msg }) => msg).join('; '),
        payload: { detail },
      });
    },
  );

  it('reports a cancelled and a deleted generation as errors', async () => {
    const cancelled = await order(deps, { prompt: 'Boat', webhookUrl: receiver.url });
    await finalizeAsCancelled(deps, cancelled);
    await deliver(cancelled);
    const gone = await failed();
    await trash(deps, gone);
    await deliver(gone);
    expect(receiver.received.map(({ body }) => [body.request_id, body.status, body.error])).toEqual([
      [cancelled.id, 'ERROR', 'The generation was cancelled'],
      [gone.id, 'ERROR', 'The generation was deleted'],
    ]);
  });

  it('is sent once, however often and by however many jobs', async () => {
    const generation = await failed();
    await Promise.all(Array.from({ length: 10 }, () => deliver(generation)));
    await deliver(generation);
    await makeDue(generation);
    await deliver(generation);
    expect(receiver.received).toHaveLength(1);
  });

  it('is not created without a webhook URL', async () => {
    const generation = await order(deps, { prompt: 'Boat' });
    await finalizeAsCancelled(deps, generation);
    expect(await listDeliveries(deps.db, generation.user_id)).toEqual([]);
  });
});

describe('a failed attempt', () => {
  const redirect: RequestListener = (_request, response) =>
    response.writeHead(302, { location: receiver.url }).end();
  const hangUp: RequestListener = (request) => request.socket.destroy();

  it.each([
    ['an error of the receiver', 500, { last_status: 500, last_problem: 'bad_status' }],
    ['a refusal', 401, { last_status: 401, last_problem: 'bad_status' }],
    ['a redirect, which is not followed', redirect, { last_status: 302, last_problem: 'redirect' }],
    ['a connection that breaks', hangUp, { last_status: null, last_problem: 'connection_failed' }],
  ])('by %s is repeated with a new signature', async (_what, answer, outcome) => {
    receiver.answers.push(answer);
    const generation = await failed();
    await deliver(generation);
    expect(await readDelivery(generation)).toMatchObject({ state: 'waiting', attempts: 1, ...outcome });
    await deliver(generation);
    expect(receiver.received).toHaveLength(1);
    await makeDue(generation);
    await deliver(generation);
    expect(await readDelivery(generation)).toMatchObject({
      state: 'delivered',
      attempts: 2,
      last_problem: null,
    });
    expect(receiver.received).toHaveLength(2);
  });

  it('records that the receiver is down, and its unknown name like one inside our network', async () => {
    const closed = await failed();
    await receiver.close();
    await deliver(closed);
    expect(await readDelivery(closed)).toMatchObject({ state: 'waiting', last_problem: 'connection_failed' });
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4);
    const nameless = await failed('https://missing.example/hook');
    await deliver(nameless, withRules({ lookup }));
    expect(await readDelivery(nameless)).toMatchObject({
      state: 'waiting',
      last_problem: 'address_not_allowed',
    });
  });

  it('by a receiver that does not answer ends after the timeout', async () => {
    receiver.answers.push(() => undefined);
    const generation = await failed();
    await deliver(generation, withRules({ timeoutMs: 50 }));
    expect(await readDelivery(generation)).toMatchObject({ state: 'waiting', last_problem: 'timeout' });
  });

  it('is the last one when the receiver answers that it is gone', async () => {
    receiver.answers.push(410);
    const generation = await failed();
    await deliver(generation);
    expect(await readDelivery(generation)).toMatchObject({
      state: 'given_up',
      attempts: 1,
      last_problem: 'gone',
    });
    await makeDue(generation);
    await deliver(generation);
    expect(receiver.received).toHaveLength(1);
  });

  it('is the last one when it is the tenth, after waits of about two hours in total', async () => {
    receiver.answers.push(...Array.from({ length: 10 }, () => 503));
    const generation = await failed();
    let waited = 0;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliver(generation);
      const row = await readDelivery(generation);
      expect(row).toMatchObject({ attempts: attempt, state: attempt < 10 ? 'waiting' : 'given_up' });
      if (attempt < 10) waited += secondsToNext(row);
      await makeDue(generation);
    }
    expect(waited / 3_600).toBeCloseTo(2.1, 1);
    await deliver(generation);
    expect(receiver.received).toHaveLength(10);
  });

  it('of a worker that died is followed by the next one', async () => {
    const generation = await failed();
    expect(await claimDelivery(deps.db.pool, generation.id)).toMatchObject({ attempts: 1 });
    await deliver(generation);
    expect(receiver.received).toEqual([]);
    expect(secondsToNext(await readDelivery(generation))).toBeGreaterThan(15);
    await makeDue(generation);
    await deliver(generation);
    expect(await readDelivery(generation)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('to a name that resolves to a private address sends nothing, at every attempt', async () => {
    const lookups: string[] = [];
    const lookup: LookupFunction = (hostname, options, callback) => {
      lookups.push(hostname);
      if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    };
    const generation = await failed('https://rebinding.example/hook');
    for (const attempts of [1, 2]) {
      await deliver(generation, withRules({ lookup, trustedHosts: [] }));
      expect(await readDelivery(generation)).toMatchObject({ attempts, last_problem: 'address_not_allowed' });
      await makeDue(generation);
    }
    const direct = await failed();
    await deliver(direct, withRules({ trustedHosts: [] }));
    expect(await readDelivery(direct)).toMatchObject({ last_problem: 'address_not_allowed' });
    expect(lookups).toEqual(['rebinding.example', 'rebinding.example']);
    expect(receiver.received).toEqual([]);
  });
});

it('the log contains neither the path and query of an address nor a key or a signed URL', async () => {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const logging = { ...deps, log: createLog({ service: 'worker', level: 'trace' }, destination) };
  const generation = await failed();
  receiver.answers.push(500);
  await deliver(generation, logging);
  await makeDue(generation);
  await deliver(generation, logging);
  const text = lines.join('');
  expect(text).toContain('webhook delivered');
  expect(text).toContain(generation.id);
  for (const secret of ['planted-in-the-query', signingKey, 'sig=', '/hook'])
    expect(text).not.toContain(secret);
});

it('a worker without a signing key leaves deliveries waiting', async () => {
  const generation = await failed();
  await deliver(generation, { ...deps, webhookSigner: undefined });
  expect(await readDelivery(generation)).toMatchObject({ state: 'waiting', attempts: 0 });
});

describe('a delivery with jobs running', () => {
  beforeAll(() => worker.startJobs());
  const reaches = (generation: Ended, state: string) =>
    vi.waitUntil(async () => (await readDelivery(generation)).state === state, { timeout: 25_000 });

  it('is sent after the end of its generation, without the sweeper', async () => {
    const generation = await order(deps, { prompt: 'Boat', webhookUrl: receiver.url });
    await send(deps, generation);
    await waitForEnd(deps, generation);
    await reaches(generation, 'delivered');
    expect(receiver.received).toHaveLength(1);
  });

  it('is enqueued by the sweeper when it is due, and when its first job was lost', async () => {
    const lost = await order(deps, { prompt: 'Boat', webhookUrl: receiver.url });
    // Ended by a process that died before it could enqueue the delivery.
    await finalizeAsCancelled({ ...deps, webhookSigner: undefined }, lost);
    await sweep(deps);
    await reaches(lost, 'delivered');
    receiver.answers.push(500);
    const late = await failed();
    await vi.waitUntil(async () => (await readDelivery(late)).last_status === 500, { timeout: 25_000 });
    await makeDue(late);
    await sweep(deps);
    await reaches(late, 'delivered');
    expect(receiver.received).toHaveLength(3);
    expect(await deps.metrics.read()).toMatch(/atelier_webhook_attempts_total\{outcome="failed"\} [1-9]/);
  });
});

function withRules(rules: Partial<WorkerDeps['settings']['webhookRules']>): WorkerDeps {
  const webhookRules = { ...deps.settings.webhookRules, ...rules };
  return { ...deps, settings: { ...deps.settings, webhookRules } };
}
