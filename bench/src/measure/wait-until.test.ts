import { expect, it } from 'vitest';
import { waitUntil } from './wait-until.ts';

it('asks until the answer is yes', async () => {
  let asked = 0;
  expect(await waitUntil(() => ++asked === 3, { limitMs: 10_000, everyMs: 1 })).toBe(true);
  expect(asked).toBe(3);
});

it('gives up when the time is over', async () => {
  expect(await waitUntil(async () => false, { limitMs: 5, everyMs: 1 })).toBe(false);
});
