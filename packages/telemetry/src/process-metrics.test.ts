import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addProcessMetrics } from './index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const now = async () => new Date();

it('a store that rejects or hangs is reported as down, without delaying the scrape', async () => {
  const onError = vi.fn();
  const never = vi.fn(() => new Promise<never>(() => undefined));
  const stores = { database: async () => 1, queue: () => Promise.reject(new Error('gone')), storage: never };
  const read = addProcessMetrics(new Registry(), { stores, readClock: now, onError });
  for (let scrape = 0; scrape < 3; scrape += 1) {
    const reading = read();
    await vi.advanceTimersByTimeAsync(8_000);
    const text = await reading;
    expect(text).toContain('atelier_store_up{store="database"} 1');
    expect(text).toContain('atelier_store_up{store="queue"} 0');
    expect(text).toContain('atelier_store_up{store="storage"} 0');
  }
  expect(never).toHaveBeenCalledTimes(1);
  expect(onError).toHaveBeenCalledWith(new Error('No answer in time'), 'storage');
});

it.each([
  { off: 'ahead', offSeconds: 600, answerSeconds: 3, reads: '597' },
  { off: 'behind', offSeconds: -600, answerSeconds: 3, reads: '-600' },
  { off: 'right, however slow the answer,', offSeconds: 0, answerSeconds: 3, reads: '0' },
])('a clock that is $off from the database’s is measured', async ({ offSeconds, answerSeconds, reads }) => {
  const readClock = async () => {
    // The database is asked at the end of the wait.
    await vi.advanceTimersByTimeAsync(answerSeconds * 1_000);
    return new Date(Date.now() - offSeconds * 1_000);
  };
  const read = addProcessMetrics(new Registry(), { stores: {}, readClock, onError: vi.fn() });
  expect(await read()).toMatch(new RegExp(`^atelier_clock_skew_seconds ${reads}$`, 'm'));
});

it('the skew is unknown while the database does not answer', async () => {
  const readClock = vi.fn(now);
  const read = addProcessMetrics(new Registry(), { stores: {}, readClock, onError: vi.fn() });
  expect(await read()).toMatch(/^atelier_clock_skew_seconds 0$/m);
  readClock.mockRejectedValue(new Error('gone'));
  expect(await read()).toMatch(/^atelier_clock_skew_seconds NaN$/im);
});
