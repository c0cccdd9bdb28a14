import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const schnell = 'fal-ai/flux/schnell';
const input = { prompt: 'A boat', image_size: 'square' as const };
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator();
});
afterAll(() => test.close());
beforeEach(() => test.emulator.control.reset());

/** Calls that the client would repeat for seconds. */
const submitOnce = (signal?: AbortSignal) =>
  fetch(`${test.emulator.url}/queue.fal.run/${schnell}`, {
    method: 'POST',
    headers: { authorization: 'Key test', 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  });

async function steer(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const url = `${test.emulator.url}/_control/${path}`;
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
}

describe('a locked account', () => {
  it('submits, runs and uploads nothing', async () => {
    test.emulator.control.setAccount('locked');
    const locked = { status: 403, body: { detail: expect.stringMatching(/^User is locked\. Reason: Exh/) } };
    await expect(test.fal.queue.submit(schnell, { input })).rejects.toMatchObject(locked);
    await expect(test.fal.run(schnell, { input })).rejects.toMatchObject(locked);
    await expect(test.fal.storage.upload(new Blob(['x']))).rejects.toMatchObject(locked);
    await steer('account', {});
    await expect(test.submit(schnell, input)).resolves.toEqual(expect.any(String));
  });

  it('gets what runs already: status, result and webhook', async () => {
    const { control } = test.emulator;
    control.hold({ step: 'COMPLETED' });
    const requestId = await test.submit(schnell, input);
    await steer('account', { state: 'locked' });
    control.release();
    await test.receiver.waitFor(requestId);
    expect(await test.fal.queue.status(schnell, { requestId })).toMatchObject({ status: 'COMPLETED' });
    const { data } = await test.fal.queue.result(schnell, { requestId });
    expect(data).toMatchObject({ images: [{ url: expect.any(String) }] });
  });
});

it('a wrong key is refused by every call, and by no file', async () => {
  const url = await test.fal.storage.upload(new Blob(['x']));
  test.emulator.control.setAccount('wrong-key');
  const refused = { status: 401, body: { detail: 'No user found for Key ID and Secret' } };
  const request = { requestId: 'any' };
  await expect(test.fal.queue.submit(schnell, { input })).rejects.toMatchObject(refused);
  await expect(test.fal.queue.status(schnell, request)).rejects.toMatchObject(refused);
  await expect(test.fal.queue.result(schnell, request)).rejects.toMatchObject(refused);
  await expect(test.fal.queue.cancel(schnell, request)).rejects.toMatchObject(refused);
  await expect(test.fal.storage.upload(new Blob(['x']))).rejects.toMatchObject(refused);
  expect((await fetch(url)).status).toBe(200);
});

describe('an outage', () => {
  it('closes connections, and is seen in the log', async () => {
    test.emulator.control.setOutage('refuse');
    await expect(submitOnce()).rejects.toThrow();
    await expect(fetch(`${test.emulator.url}/rest.fal.ai/.well-known/jwks.json`)).rejects.toThrow();
    await expect(fetch(`${test.emulator.url}/files/a.png`)).rejects.toThrow();
    expect(test.emulator.control.counts()).toMatchObject({ submit: 1, file: 1 });
    await steer('outage', {});
    expect((await submitOnce()).status).toBe(200);
  });

  it('answers 503 as a gateway does, also to the client', async () => {
    await steer('outage', { outage: 'unavailable' });
    const answer = await submitOnce();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, expect.stringMatching('html')]);
    // A cancellation is repeated as often as the client's setting says.
    const impatient = connectClient(test.emulator.url, 'test', { maxRetries: 0 });
    const cancelled = impatient.queue.cancel(schnell, { requestId: 'any' });
    await expect(cancelled).rejects.toMatchObject({ status: 503, body: undefined });
  });

  it('gives no answer until the client stops waiting', async () => {
    test.emulator.control.setOutage('silent');
    const abort = new AbortController();
    const asked = submitOnce(abort.signal);
    await expect.poll(() => test.emulator.control.counts().submit).toBe(1);
    abort.abort(new Error('waited long enough'));
    await expect(asked).rejects.toThrow('waited long enough');
    expect(test.emulator.control.jobs()).toEqual([]);
  });

  it('closes the stream of a status', async () => {
    test.emulator.control.hold({ step: 'IN_PROGRESS' });
    const requestId = await test.submit(schnell, input);
    const url = `${test.emulator.url}/queue.fal.run/fal-ai/flux/requests/${requestId}/status/stream`;
    const stream = await fetch(url, { headers: { authorization: 'Key test' } });
    test.emulator.control.setOutage('refuse');
    await expect(stream.text()).rejects.toThrow();
  });

  it('comes and goes by the number of calls when it flaps', async () => {
    await steer('flapping', { outage: 'unavailable', goodCalls: 2, badCalls: 1 });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await submitOnce()).status);
    expect(statuses).toEqual([200, 200, 503, 200, 200, 503]);
    test.emulator.control.setFlapping(undefined);
    for (let call = 0; call < 3; call += 1) expect((await submitOnce()).status).toBe(200);
  });

  it('ends with a reset', async () => {
    test.emulator.control.setOutage('refuse');
    test.emulator.control.setAccount('locked');
    await steer('reset', {});
    expect((await submitOnce()).status).toBe(200);
  });
});
