import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const schnell = 'fal-ai/flux/schnell';
const dev = 'fal-ai/flux/dev';
const input = { prompt: 'A boat', image_size: 'square' as const };
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator({ concurrency: 1 });
});
afterAll(() => test.close());
beforeEach(() => test.emulator.control.reset());

/** Submits once with these headers, where the client would try again. */
const submitOnce = (headers: Record<string, string> = {}) =>
  fetch(`${test.emulator.url}/queue.fal.run/${schnell}`, {
    method: 'POST',
    headers: { authorization: 'Key test', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });

async function finish(headers: Record<string, string> = {}): Promise<Response> {
  const { request_id: requestId } = (await (await submitOnce(headers)).json()) as { request_id: string };
  await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
  return readResult(requestId);
}

const readResult = (requestId: string) =>
  fetch(`${test.emulator.url}/queue.fal.run/fal-ai/flux/requests/${requestId}`, {
    headers: { authorization: 'Key test' },
  });

describe('a model', () => {
  it('that is down takes no submission, and others do', async () => {
    test.emulator.control.setModel(schnell, 'down');
    expect((await submitOnce()).status).toBe(503);
    await expect(test.submit(dev, input)).resolves.toEqual(expect.any(String));
    test.emulator.control.setModel(schnell, undefined);
    expect((await submitOnce()).status).toBe(200);
  });

  it('that is gone says so to the client', async () => {
    test.emulator.control.setModel(schnell, 'gone');
    const submitted = test.fal.queue.submit(schnell, { input });
    const body = { detail: { error: 'EndpointDeprecated', message: expect.any(String) } };
    await expect(submitted).rejects.toMatchObject({ status: 410, body });
    await expect(test.fal.run(schnell, { input })).rejects.toMatchObject({ status: 410 });
  });

  it('that fails accepts requests and ends them with an error', async () => {
    test.emulator.control.setModel(schnell, 'failing');
    const requestId = await test.submit(schnell, input);
    const [webhook] = await test.receiver.waitFor(requestId);
    expect(webhook?.body).toMatchObject({ status: 'ERROR', error: 'Invalid status code: 500' });
    const body = { detail: [{ type: 'internal_server_error' }] };
    await expect(test.fal.queue.result(schnell, { requestId })).rejects.toMatchObject({ status: 500, body });
  });

  it('that dies slowly ends no request, old or new, and takes no runner from others', async () => {
    const { control } = test.emulator;
    control.hold({ step: 'COMPLETED' });
    const old = await test.submit(schnell, input);
    await control.waitForPhase(old, 'IN_PROGRESS');
    control.setModel(schnell, 'slow-death');
    control.release();
    const young = await test.submit(schnell, input);
    await test.receiver.waitFor(await test.submit(dev, input));
    control.setModel(schnell, undefined);
    await test.receiver.waitFor(await test.submit(schnell, input));
    for (const requestId of [old, young])
      expect(await test.fal.queue.status(schnell, { requestId })).toMatchObject({ status: 'IN_PROGRESS' });
    await test.fal.queue.cancel(schnell, { requestId: old });
    await control.waitForPhase(old, 'COMPLETED');
  });
});

describe('a fallback', () => {
  it('makes the result with another model, and only a header of the result names it', async () => {
    test.emulator.control.setModel(schnell, 'down');
    test.emulator.control.setFallback(schnell, dev);
    const result = await finish();
    expect([result.status, result.headers.get('x-fal-served-from')]).toEqual([200, dev]);
    expect(test.emulator.control.jobs()).toMatchObject([{ endpointId: schnell, servedFrom: dev }]);
  });

  it.each(['1', 'true'])('is not used for a request that forbids it with %s, which fails', async (value) => {
    test.emulator.control.setFallback(schnell, dev);
    const forbidden = { 'x-app-fal-disable-fallback': value };
    const result = await finish(forbidden);
    expect([result.status, result.headers.get('x-fal-served-from')]).toEqual([500, null]);
    test.emulator.control.setModel(schnell, 'gone');
    expect((await submitOnce(forbidden)).status).toBe(410);
  });

  it('ends when it is cleared', async () => {
    test.emulator.control.setFallback(schnell, dev);
    test.emulator.control.setFallback(schnell, undefined);
    const result = await finish();
    expect([result.status, result.headers.get('x-fal-served-from')]).toEqual([200, null]);
  });
});

it('a gateway in front of the results answers 504, although the request has completed', async () => {
  const requestId = await test.submit(schnell, input);
  await test.receiver.waitFor(requestId);
  test.emulator.control.setResultStatus(504);
  const answer = await readResult(requestId);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([504, expect.stringMatching('html')]);
  expect(await test.fal.queue.status(schnell, { requestId })).toMatchObject({ status: 'COMPLETED' });
  test.emulator.control.setResultStatus(undefined);
  expect((await readResult(requestId)).status).toBe(200);
});
