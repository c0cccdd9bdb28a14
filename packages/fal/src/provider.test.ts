import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { serve } from '@atelier/storage/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProvider, type FalProgress, type FalRequest, type Provider } from './index.ts';

const endpoint = 'fal-ai/flux/schnell';
const inAnHour = () => new Date(Date.now() + 3_600_000);
let cacheDir: string;
let emulator: FalEmulator;
let provider: Provider;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'atelier-fal-'));
  emulator = await startFalEmulator({ cacheDir, speed: 0, picturesPerSecond: 2 });
  provider = createProvider({ key: 'test', baseUrl: emulator.url, timeoutMs: 5_000 });
});
beforeEach(() => emulator.control.reset());
afterAll(async () => {
  await emulator.close();
  await rm(cacheDir, { recursive: true, force: true });
});

async function submit(prompt: string): Promise<FalRequest> {
  const input = { prompt, image_size: 'square', seed: 1 };
  const outcome = await provider.submit({ endpoint, input, deadlineAt: inAnHour() });
  if (outcome.outcome !== 'accepted') throw new Error(`The emulator answered ${outcome.outcome}`);
  return { endpoint, requestId: outcome.requestId };
}

async function finished(prompt: string): Promise<FalRequest> {
  const request = await submit(prompt);
  await emulator.control.waitForPhase(request.requestId, 'COMPLETED');
  return request;
}

/** A provider whose server answers as the test says. */
async function getProvider(...answer: Parameters<typeof serve>): Promise<Provider> {
  const server = await serve(...answer);
  return createProvider({ key: 'test', baseUrl: server.url, timeoutMs: 300 });
}

const elsewhere = { endpoint, requestId: 'r1' };
const unavailable = { code: 'provider_unavailable' };

describe('the status call', () => {
  it('reports the state of a request, by the short address of its app', async () => {
    emulator.control.hold({ step: 'IN_PROGRESS' });
    const request = await submit('A boat');
    expect(await provider.status(request)).toEqual({ state: 'queued', queuePosition: expect.any(Number) });
    emulator.control.hold({ step: 'COMPLETED' });
    emulator.control.release({ step: 'IN_PROGRESS' });
    await emulator.control.waitForPhase(request.requestId, 'IN_PROGRESS');
    expect(await provider.status(request)).toMatchObject({ state: 'running' });
    emulator.control.release();
    await emulator.control.waitForPhase(request.requestId, 'COMPLETED');
    expect(await provider.status(request)).toEqual({ state: 'done' });
    expect(emulator.control.requests('status')[0]?.path).toBe(
      `/queue.fal.run/fal-ai/flux/requests/${request.requestId}/status?logs=1`,
    );
  });

  it('reports a failed request as done: only its result shows the failure', async () => {
    expect(await provider.status(await finished('A boat [fail]'))).toEqual({ state: 'done' });
  });

  it('is undefined for a request that fal does not know', async () => {
    expect(await provider.status({ endpoint, requestId: 'gone' })).toBeUndefined();
  });

  it('throws provider_unavailable when fal cannot be reached', async () => {
    const down = await getProvider((request) => request.socket.destroy());
    await expect(down.status(elsewhere)).rejects.toMatchObject(unavailable);
  });
});

describe('the question whether fal is there', () => {
  it('is one call, whatever the answer', async () => {
    expect(await provider.isAlive()).toBe(true);
    emulator.control.setOutage('unavailable');
    expect(await provider.isAlive()).toBe(false);
    emulator.control.setOutage('refuse');
    expect(await provider.isAlive()).toBe(false);
    emulator.control.setOutage(undefined);
    emulator.control.setAccount('wrong-key');
    expect(await provider.isAlive()).toBe(false);
    expect(emulator.control.counts().status).toBe(4);
  });
});

describe('the stream of states', () => {
  const never = new AbortController().signal;

  it('yields each state until the end, with one call', async () => {
    emulator.control.hold({ step: 'IN_PROGRESS' });
    const request = await submit('A boat');
    const seen: FalProgress[] = [];
    for await (const progress of provider.follow(request, never)) {
      if (seen.length === 0) emulator.control.release();
      seen.push(progress);
    }
    expect(seen[0]).toMatchObject({ state: 'queued' });
    expect(seen.at(-1)).toEqual({ state: 'done' });
    expect(emulator.control.counts()).toMatchObject({ stream: 1, status: 0, result: 0 });
  });

  it('ends without an error when it is aborted', async () => {
    emulator.control.hold({ step: 'IN_PROGRESS' });
    const abort = new AbortController();
    const seen: FalProgress[] = [];
    for await (const progress of provider.follow(await submit('A boat'), abort.signal)) {
      seen.push(progress);
      abort.abort();
    }
    expect(seen).toEqual([{ state: 'queued', queuePosition: expect.any(Number) }]);
  });

  it('does not start when it is already aborted', async () => {
    const signal = AbortSignal.abort();
    const request = await submit('A boat');
    for await (const progress of provider.follow(request, signal)) expect.fail(JSON.stringify(progress));
    expect(emulator.control.counts().stream).toBe(0);
  });

  it.each<[string, Parameters<typeof serve>[0]]>([
    [
      'breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"status":"IN_PROGRESS"}\n\n', () => request.socket.destroy());
      },
    ],
    ['is refused', (_request, response) => response.writeHead(500).end('{}')],
    [
      'is not a stream',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ],
    [
      'carries something other than JSON',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: hello\n\n'),
    ],
  ])('fails, and nothing else fails with it, when the stream %s', async (_what, answer) => {
    const broken = await getProvider(answer);
    const read = async () => {
      for await (const progress of broken.follow(elsewhere, never)) expect(progress.state).toBe('running');
    };
    await expect(read()).rejects.toMatchObject(unavailable);
  });

  it('reads events that arrive in chunks, with comments between them', async () => {
    const pieces = [
      ': hello\n\nda',
      'ta: {"status":"IN_QUEUE",',
      '"queue_position":3}\r\n',
      '\r\ndata: {"status":"COMPLETED"}\n\n',
    ];
    const slow = await getProvider(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
      response.end();
    });
    const seen: FalProgress[] = [];
    for await (const progress of slow.follow(elsewhere, never)) seen.push(progress);
    expect(seen).toEqual([{ state: 'queued', queuePosition: 3 }, { state: 'done' }]);
  });
});

describe('the result call', () => {
  it("returns the model's output", async () => {
    const answer = await provider.result(await finished('A boat'));
    expect(answer).toMatchObject({ ok: true, result: { images: [{ url: expect.any(String) }] } });
  });

  it.each([
    ['[fail]', 'provider_rejected'],
    ['[crash]', 'provider_failed'],
  ])('answers why a job marked %s failed', async (marker, code) => {
    const answer = await provider.result(await finished(`A boat ${marker}`));
    expect(answer).toMatchObject({ ok: false, failure: { code } });
  });

  it('is unavailable while the request is still in progress', async () => {
    emulator.control.hold({ step: 'IN_PROGRESS' });
    await expect(provider.result(await submit('A boat'))).rejects.toMatchObject(unavailable);
  });

  it.each([502, 503, 504, 500])(
    'is unavailable after a %i that does not come from the model',
    async (status) => {
      const gateway = await getProvider((_request, response) => response.writeHead(status).end('<html>'));
      await expect(gateway.result(elsewhere)).rejects.toMatchObject(unavailable);
    },
  );

  it('has the units that fal bills, of a result and of a refusal after work', async () => {
    expect(await provider.result(await finished('A boat'))).toMatchObject({ ok: true, billedUnits: '0.25' });
    expect(await provider.result(await finished('A boat [fail]'))).toMatchObject({ billedUnits: '0.25' });
    expect(await provider.result(await finished('A boat [crash]'))).not.toHaveProperty('billedUnits');
  });
});

it('a model that fails is not replaced by another one of fal', async () => {
  emulator.control.setFallback(endpoint, 'fal-ai/flux/dev');
  const answer = await provider.result(await finished('A boat'));
  expect(answer).toMatchObject({ ok: false, failure: { code: 'provider_failed' } });
  expect(emulator.control.jobs()[0]).not.toHaveProperty('servedFrom', 'fal-ai/flux/dev');
});

it('the result of a request that fal did not begin before our deadline is a time-out', async () => {
  emulator.control.hold({ step: 'IN_PROGRESS' });
  const request = await submit('A boat');
  emulator.control.moveClock(3_600);
  const late = { ok: false, failure: { code: 'timeout', detail: 'Request timed out' } };
  expect(await provider.result(request)).toMatchObject(late);
  const bare = await getProvider((_request, response) =>
    response.writeHead(504, { 'x-fal-request-timeout-type': 'user' }).end(),
  );
  expect(await bare.result(elsewhere)).toMatchObject({ ok: false, failure: { code: 'timeout' } });
});

it('an upload ends a day after the deadline', async () => {
  const url = await provider.upload(new Blob(['x'], { type: 'image/png' }), { deadlineAt: inAnHour() });
  const status = async () => (await fetch(url)).status;
  emulator.control.moveClock(24.9 * 3_600);
  expect(await status()).toBe(200);
  emulator.control.moveClock(0.2 * 3_600);
  expect(await status()).toBe(404);
});

describe('the cancel call', () => {
  it('distinguishes accepted, too late and unknown to fal', async () => {
    emulator.control.hold({ step: 'IN_PROGRESS' });
    const request = await submit('A boat');
    expect(await provider.cancel(request)).toBe('accepted');
    emulator.control.release();
    expect(await provider.cancel(await finished('A boat'))).toBe('too_late');
    expect(await provider.cancel({ endpoint, requestId: 'gone' })).toBe('missing');
  });

  it('throws provider_unavailable when fal cannot be reached', async () => {
    const down = await getProvider((request) => request.socket.destroy());
    await expect(down.cancel(elsewhere)).rejects.toMatchObject(unavailable);
  });
});
