import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const schnell = 'fal-ai/flux/schnell';
const input = { prompt: 'A boat', image_size: 'square' as const };
type Image = { images: { url: string }[] };
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator();
});
afterAll(() => test.close());
beforeEach(() => test.emulator.control.reset());

async function finish(options: object): Promise<string> {
  const { request_id: requestId } = await test.fal.queue.submit(schnell, { input, ...options });
  await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
  const { data } = await test.fal.queue.result(schnell, { requestId });
  return (data as Image).images[0]?.url ?? '';
}

const readStatus = async (url: string) => (await fetch(url)).status;

it('a request that has not begun in its time ends, and says that the time was its own', async () => {
  const { control } = test.emulator;
  control.hold({ step: 'IN_PROGRESS' });
  const submission = { input, startTimeout: 60, webhookUrl: test.receiver.url };
  const { request_id: requestId } = await test.fal.queue.submit(schnell, submission);
  control.moveClock(59);
  expect(control.job(requestId)).toMatchObject({ phase: 'IN_QUEUE' });
  control.moveClock(2);
  const [webhook] = await test.receiver.waitFor(requestId);
  expect(webhook?.body).toMatchObject({ status: 'ERROR', error: 'Invalid status code: 504' });
  const ended = { status: 504, isUserTimeout: true, body: { error_type: 'request_timeout' } };
  await expect(test.fal.queue.result(schnell, { requestId })).rejects.toMatchObject(ended);
});

it('a request that has begun in its time is not ended by it, and time passes without a test too', async () => {
  const { control } = test.emulator;
  control.hold({ step: 'COMPLETED' });
  const { request_id: begun } = await test.fal.queue.submit(schnell, { input, startTimeout: 60 });
  await control.waitForPhase(begun, 'IN_PROGRESS');
  control.hold({ step: 'IN_PROGRESS' });
  const { request_id: waiting } = await test.fal.queue.submit(schnell, { input, startTimeout: 1.1 });
  await control.waitForPhase(waiting, 'COMPLETED');
  expect(control.job(waiting)).toMatchObject({ resultStatus: 504 });
  control.moveClock(61);
  expect(control.job(begun)).toMatchObject({ phase: 'IN_PROGRESS' });
});

it('files of a result expire when their request said', async () => {
  const url = await finish({ storageSettings: { expiresIn: '1h' } });
  test.emulator.control.moveClock(3_590);
  expect(await readStatus(url)).toBe(200);
  test.emulator.control.moveClock(20);
  expect(await readStatus(url)).toBe(404);
});

it('a file of two results lasts as long as either wants', async () => {
  const url = await finish({ storageSettings: { expiresIn: '1h' } });
  expect(await finish({})).toBe(url);
  test.emulator.control.moveClock(7_200);
  expect(await readStatus(url)).toBe(200);
});

it('an upload expires when the client said', async () => {
  const url = await test.fal.storage.upload(new Blob(['x']), { lifecycle: { expiresIn: 100 } });
  expect(await readStatus(url)).toBe(200);
  test.emulator.control.moveClock(101);
  expect(await readStatus(url)).toBe(404);
});

it('the log has the headers of a submission, and the job that fal keeps nothing of it', async () => {
  const headers = { 'x-fal-store-io': '0', 'x-app-fal-disable-fallback': '1' };
  await finish({ headers, startTimeout: 30, storageSettings: { expiresIn: '1d' } });
  expect(test.emulator.control.requests('submit')[0]?.headers).toMatchObject({
    ...headers,
    authorization: 'Key …',
    'x-fal-request-timeout': '30',
    'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":86400}',
  });
  expect(test.emulator.control.jobs()).toMatchObject([{ isStored: false }]);
});
