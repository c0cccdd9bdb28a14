import { describe, expect, it } from 'vitest';
import { getPack, packFor, packIds, packs } from './index.ts';

describe('packs', () => {
  it('are unique and sorted from the smallest to the largest', () => {
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

  it('cover a shortfall with the smallest one that is enough', () => {
    expect(packFor(1)?.id).toBe('starter');
    expect(packFor(1_000)?.id).toBe('starter');
    expect(packFor(1_001)?.id).toBe('standard');
    expect(packFor(1_000_000)?.id).toBe('studio');
  });
});
