import { ApiError, ValidationError } from '@fal-ai/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, startTestEmulator, type TestEmulator } from './testing/start-test-emulator.ts';

const schnell = 'fal-ai/flux/schnell';
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator();
});
afterAll(() => test.close());

const headers = { authorization: 'Key test', 'content-type': 'application/json' };

describe('the queue, through the unmodified client', () => {
  it('runs a job from submission to result', async () => {
    const submitted = await test.fal.queue.submit(schnell, { input: { prompt: 'Tea' } });
    expect(submitted).toMatchObject({ status: 'IN_QUEUE', queue_position: expect.any(Number) });
    await test.emulator.control.waitForPhase(submitted.request_id, 'COMPLETED');
    const status = await test.fal.queue.status(schnell, { requestId: submitted.request_id, logs: true });
    expect(status).toMatchObject({
      status: 'COMPLETED',
      request_id: submitted.request_id,
      response_url: expect.stringContaining(`/fal-ai/flux/requests/${submitted.request_id}`),
      metrics: { inference_time: expect.any(Number) },
      logs: expect.arrayContaining([
        { message: 'Step 4/4 (100%)', timestamp: expect.any(String), level: 'INFO', source: 'USER' },
      ]),
    });
    const result = await test.fal.queue.result(schnell, { requestId: submitted.request_id });
    expect(result.requestId).toBe(submitted.request_id);
    expect(result.data).toMatchObject({ images: [{ width: 1024, height: 768, content_type: 'image/jpeg' }] });
  });

  it('serves subscribe by polling, with growing logs', async () => {
    const seen: string[] = [];
    const result = await test.fal.subscribe(schnell, {
      input: { prompt: 'Polling' },
      logs: true,
      pollInterval: 10,
      onQueueUpdate: ({ status }) => seen.push(status),
    });
    expect(result.data.images).toHaveLength(1);
    expect(seen.at(-1)).toBe('COMPLETED');
  });

  it('serves subscribe by streaming', async () => {
    const seen: string[] = [];
    const result = await test.fal.subscribe(schnell, {
      input: { prompt: 'Streaming' },
      logs: true,
      mode: 'streaming',
      onQueueUpdate: ({ status }) => seen.push(status),
    });
    expect(result.data.images).toHaveLength(1);
    expect(seen.at(-1)).toBe('COMPLETED');
  });

  it('runs a model directly', async () => {
    const result = await test.fal.run(schnell, { input: { prompt: 'Direct' } });
    expect(result.data.images).toHaveLength(1);
  });

  it('accepts input out of range and reports it with the result', async () => {
    const { request_id: requestId } = await test.fal.queue.submit(schnell, {
      input: { prompt: 'Too many', num_inference_steps: 28 },
    });
    await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
    const error = await test.fal.queue.result(schnell, { requestId }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ status: 422, requestId });
    expect((error as ValidationError).fieldErrors).toEqual([
      {
        loc: ['body', 'num_inference_steps'],
        type: 'less_than_equal',
        msg: 'Input should be less than or equal to 12',
        input: 28,
        ctx: { le: 12 },
      },
    ]);
    const status = await test.fal.queue.status(schnell, { requestId });
    expect(status).toMatchObject({ status: 'COMPLETED', error_type: 'less_than_equal' });
  });

  it('stores an upload and serves it', async () => {
    const url = await test.fal.storage.upload(new File(['hello'], 'note.png', { type: 'image/png' }));
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(await answer.text()).toBe('hello');
  });

  it('answers 401 to a bad key and to a missing one', async () => {
    const refused = connectClient(test.emulator.url, 'bad').queue.submit(schnell, { input: { prompt: 'x' } });
    await expect(refused).rejects.toMatchObject({ status: 401 });
    const bare = await fetch(`${test.emulator.url}/queue.fal.run/${schnell}`, { method: 'POST' });
    expect(bare.status).toBe(401);
  });
});

describe('the queue protocol', () => {
  const get = (path: string) => fetch(`${test.emulator.url}/queue.fal.run/${path}`, { headers });

  it('answers 202 while a job waits or runs and 200 when it is complete, under both forms of the path', async () => {
    const { control } = test.emulator;
    control.hold({ step: 'IN_PROGRESS' });
    const requestId = await test.submit(schnell, { prompt: 'Held' });
    const waiting = await get(`fal-ai/flux/requests/${requestId}/status`);
    expect(waiting.status).toBe(202);
    expect(await waiting.json()).toMatchObject({ status: 'IN_QUEUE', queue_position: expect.any(Number) });
    control.hold({ step: 'COMPLETED', requestId });
    control.release({ step: 'IN_PROGRESS' });
    await control.waitForPhase(requestId, 'IN_PROGRESS');
    const running = await get(`fal-ai/flux/schnell/requests/${requestId}/status?logs=1`);
    expect(running.status).toBe(202);
    expect(await running.json()).toMatchObject({
      status: 'IN_PROGRESS',
      logs: expect.arrayContaining([expect.objectContaining({ message: 'Loading the model' })]),
    });
    const early = await get(`fal-ai/flux/requests/${requestId}`);
    expect(early.status).toBe(400);
    expect(await early.json()).toEqual({ detail: 'Request is still in progress' });
    control.release({ requestId });
    await control.waitForPhase(requestId, 'COMPLETED');
    expect((await get(`fal-ai/flux/requests/${requestId}/status`)).status).toBe(200);
    const result = await get(`fal-ai/flux/requests/${requestId}/response`);
    expect(result.status).toBe(200);
    expect(result.headers.get('x-fal-request-id')).toBe(requestId);
  });

  it('answers NOT_FOUND for an unknown id and for the id of another app', async () => {
    const requestId = await test.submit(schnell, { prompt: 'Mine' });
    for (const path of ['fal-ai/flux/requests/none', `fal-ai/janus/requests/${requestId}`]) {
      const answer = await get(`${path}/status`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ status: 'NOT_FOUND' });
    }
  });

  it('refuses an unknown app immediately, and an unknown path of a known app with the result', async () => {
    const unknown = test.fal.queue.submit('nobody/nothing', { input: {} });
    await expect(unknown).rejects.toBeInstanceOf(ApiError);
    const requestId = await test.submit('fal-ai/flux/nothing', { prompt: 'x' });
    const [webhook] = await test.receiver.waitFor(requestId);
    expect(webhook?.body).toMatchObject({
      status: 'ERROR',
      error: 'Invalid status code: 404',
      payload: null,
    });
    const result = await get(`fal-ai/flux/requests/${requestId}`);
    expect(result.status).toBe(404);
    expect(await result.json()).toEqual({ detail: 'Path /nothing not found' });
  });

  it('serves files in ranges', async () => {
    const { data } = await test.fal.run(schnell, { input: { prompt: 'Ranges' } });
    const url = data.images[0]?.url ?? '';
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const tail = await fetch(url, { headers: { range: 'bytes=-5' } });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5));
    expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
  });
});

describe('cancellation', () => {
  const cancel = (requestId: string) =>
    fetch(`${test.emulator.url}/queue.fal.run/fal-ai/flux/requests/${requestId}/cancel`, {
      method: 'PUT',
      headers,
    });

  it('removes a waiting job from the queue, without a webhook', async () => {
    const requestId = await test.submit(schnell, { prompt: 'Waits [stuck]' });
    const answer = await cancel(requestId);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ status: 'CANCELLATION_REQUESTED' });
    await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
    const result = test.fal.queue.result(schnell, { requestId });
    await expect(result).rejects.toMatchObject({ status: 499 });
    expect(test.emulator.control.webhooks(requestId)).toEqual([]);
  });

  it('stops a running job', async () => {
    test.emulator.control.hold({ step: 'COMPLETED' });
    const requestId = await test.submit(schnell, { prompt: 'Runs' });
    await test.emulator.control.waitForPhase(requestId, 'IN_PROGRESS');
    await test.fal.queue.cancel(schnell, { requestId });
    await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
    test.emulator.control.release();
    expect(test.emulator.control.job(requestId)).toMatchObject({ isCancelled: true, resultStatus: 499 });
  });

  it('reports a job that has already completed, and an unknown one', async () => {
    const requestId = await test.submit(schnell, { prompt: 'Done' });
    await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
    const late = await cancel(requestId);
    expect([late.status, await late.json()]).toEqual([400, { status: 'ALREADY_COMPLETED' }]);
    const none = await cancel('none');
    expect([none.status, await none.json()]).toEqual([404, { status: 'NOT_FOUND' }]);
  });
});
