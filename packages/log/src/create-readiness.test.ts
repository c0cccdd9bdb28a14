import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness } from './create-readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the readiness checks the parts at most once a second, however often it is asked', async () => {
  const database = vi.fn(async () => undefined);
  const read = createReadiness({ database });
  for (let second = 0; second < 3; second += 1) {
    for (let call = 0; call < 100; call += 1)
      expect(await read()).toEqual({ isReady: true, body: { status: 'ready', database: true } });
    await vi.advanceTimersByTimeAsync(999);
    await read();
    expect(database).toHaveBeenCalledTimes(second + 1);
    await vi.advanceTimersByTimeAsync(1);
  }
});

it('the readiness starts no check while another has not ended, and reports a part that is down', async () => {
  const answer = Promise.withResolvers<void>();
  const storage = vi.fn(() => answer.promise);
  const read = createReadiness({ storage });
  const first = read();
  await vi.advanceTimersByTimeAsync(60_000);
  const second = read();
  expect(storage).toHaveBeenCalledTimes(1);
  answer.reject(new Error('no answer'));
  const unavailable = { isReady: false, body: { status: 'unavailable', storage: false } };
  expect([await first, await second]).toEqual([unavailable, unavailable]);
});
