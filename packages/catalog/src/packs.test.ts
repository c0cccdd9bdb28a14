import { describe, expect, it } from 'vitest';
import { getPack, kinds, packFor, packIds, packs, priceRange } from './index.ts';
import { examplesOf } from './server.ts';

describe('packs', () => {
  it('are listed once each, from the smallest to the largest', () => {
    expect(packs.map(({ id }) => id)).toEqual([...packIds]);
    const credits = packs.map((pack) => pack.credits);
    expect(credits).toEqual(credits.toSorted((a, b) => a - b));
    for (const id of packIds) expect(getPack(id).id).toBe(id);
  });

  it('are cheaper per credit the larger they are', () => {
    const perCredit = packs.map(({ amountMinor, credits }) => amountMinor / credits);
    expect(perCredit).toEqual(perCredit.toSorted((a, b) => b - a));
    for (const { amountMinor } of packs) expect(Number.isInteger(amountMinor)).toBe(true);
  });

  it('cover a shortfall with the smallest that is enough', () => {
    expect(packFor(1)?.id).toBe('starter');
    expect(packFor(1_000)?.id).toBe('starter');
    expect(packFor(1_001)?.id).toBe('standard');
    expect(packFor(1_000_000)?.id).toBe('studio');
  });
});

describe('priceRange', () => {
  it.each(kinds.map((kind) => [kind.id, kind] as const))('prices %s with its own function', (_id, kind) => {
    const { usual, lowest } = priceRange(kind);
    expect(lowest.costCredits).toBeGreaterThan(0);
    expect(lowest.costCredits).toBeLessThanOrEqual(usual.costCredits);
    const cheapest = Math.min(...examplesOf(kind).map((example) => example.costCredits));
    expect(lowest.costCredits).toBeLessThanOrEqual(cheapest);
  });

  it('names the settings that the price is for', () => {
    const flux = kinds.find(({ id }) => id === 'flux-schnell');
    expect(flux && priceRange(flux)).toEqual({
      usual: { costCredits: 20, settings: { image_size: 'square_hd', num_images: 1 } },
      lowest: { costCredits: 8, settings: { image_size: 'square', num_images: 1 } },
    });
  });
});
