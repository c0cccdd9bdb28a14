import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDownloadPace } from './download-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('all zips share 40 MB a second, in turns', async () => {
  const pace = createDownloadPace();
  const sent: string[] = [];
  const send = async (zip: string) => {
    for (let chunk = 1; chunk <= 4; chunk += 1) {
      await pace.send(10_000_000);
      sent.push(`${zip}${chunk}`);
    }
  };
  const zips = Promise.all([send('a'), send('b')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['a1', 'b1', 'a2', 'b2']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4']);
  await zips;
});

it('videos are written one after another, and more than three at once are refused', async () => {
  const pace = createDownloadPace();
  const begun: string[] = [];
  const rewrite = (name: string) =>
    pace.rewrite(async () => {
      begun.push(name);
      await new Promise((resolve) => void setTimeout(resolve, 200));
      if (name === 'b') throw new Error('unreadable');
    });
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map(rewrite));
  const begunBy = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return [...begun];
  };
  expect(await begunBy(199)).toEqual(['a']);
  expect(await begunBy(1)).toEqual(['a', 'b']);
  expect(await begunBy(200)).toEqual(['a', 'b', 'c']);
  await vi.advanceTimersByTimeAsync(200);
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
  expect((await results)[3]).toMatchObject({ reason: { code: 'rate_limited' } });
  expect(await Promise.all([rewrite('e'), vi.advanceTimersByTimeAsync(200)])).toHaveLength(2);
});

it('the pace lets one image at a time be converted, for half of the time, also after one that failed', async () => {
  const pace = createDownloadPace();
  const begun: string[] = [];
  const convert = (name: string, fails: boolean) =>
    pace.convert(async () => {
      begun.push(name);
      await new Promise((resolve) => void setTimeout(resolve, 200));
      if (fails) throw new Error('unreadable');
      return name;
    });
  const results = Promise.allSettled([convert('a', false), convert('b', true), convert('c', false)]);
  const begunBy = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return [...begun];
  };
  expect(await begunBy(399)).toEqual(['a']);
  expect(await begunBy(1)).toEqual(['a', 'b']);
  expect(await begunBy(400)).toEqual(['a', 'b', 'c']);
  await vi.advanceTimersByTimeAsync(400);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
