import { expect, it } from 'vitest';
import { waitUntil } from './wait-until.ts';

it('a wait polls until the condition holds', async () => {
  let asked = 0;
  expect(await waitUntil(() => ++asked === 3, { limitMs: 10_000, everyMs: 1 })).toBe(true);
  expect(asked).toBe(3);
});

it('a wait rejects after the timeout', async () => {
  expect(await waitUntil(async () => false, { limitMs: 5, everyMs: 1 })).toBe(false);
});
