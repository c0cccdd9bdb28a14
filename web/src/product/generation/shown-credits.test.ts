import { expect, it } from 'vitest';
import { shownCredits } from './shown-credits.ts';
import { sampleGeneration } from './testing/sample-generation.ts';

const credits = (settled: number) => ({ cost: 90, held: 0, settled, released: 90 - settled });

it('the price is shown while a generation runs, and then what was charged', () => {
  expect(shownCredits(sampleGeneration({ status: 'processing' }))).toBe(300);
  expect(shownCredits(sampleGeneration({ status: 'completed', credits: credits(90) }))).toBe(90);
  expect(shownCredits(sampleGeneration({ status: 'partial', credits: credits(60) }))).toBe(60);
});

it('nothing is shown where nothing was charged', () => {
  for (const status of ['failed', 'cancelled'] as const)
    expect(shownCredits(sampleGeneration({ status, credits: credits(0) }))).toBeUndefined();
});
