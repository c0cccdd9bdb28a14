import { describe, expect, it } from 'vitest';
import { computePrice, type PricePart, videoBase } from './pricing.ts';

const base = (baseCredits: number): PricePart => ({ code: 'base', params: {}, baseCredits });
const times = (factorPercent: number): PricePart => ({ code: 'steps', params: {}, factorPercent });

describe('priceOf', () => {
  it.each<[cost: number, base: number, ...factors: number[]]>([
    [375, 300, 125],
    [413, 300, 125, 110], // 412.5
    [454, 300, 125, 110, 110], // 453.75
    [529, 350, 125, 110, 110], // 529.375
    [619, 450, 125, 110], // 618.75
    [462, 420, 110],
    [660, 480, 125, 110],
    [743, 540, 125, 110], // 742.5
    [825, 600, 125, 110],
    [32, 8, 400],
    [25, 25, 100],
    [3, 2, 125], // 2.5
    [1, 1, 125], // 1.25
    [1251, 1137, 110], // 1,250.7
    [1250, 1136, 110], // 1,249.6
  ])('is %i credits for %i times %i %%', (cost, credits, ...factors) => {
    expect(computePrice([base(credits), ...factors.map(times)]).costCredits).toBe(cost);
  });

  it('rounds once, at the end, half up, for every base and every combination of factors', () => {
    for (let credits = 1; credits <= 1_000; credits += 1) {
      for (const factors of [
        [],
        [125],
        [110],
        [125, 110],
        [110, 110],
        [125, 110, 110],
        [125, 110, 110, 400],
      ]) {
        const scale = 100 ** factors.length;
        const exact = factors.reduce((product, factor) => product * factor, credits);
        // Whole numbers below 2^53, so this is exact as well.
        const expected = (exact - (exact % scale)) / scale + (2 * (exact % scale) >= scale ? 1 : 0);
        expect(computePrice([base(credits), ...factors.map(times)]).costCredits).toBe(expected);
      }
    }
  });

  it('applies a factor to the sum of all parts before it', () => {
    expect(computePrice([base(100), base(200), times(110)]).costCredits).toBe(330);
    expect(computePrice([base(100), times(110), base(200)]).costCredits).toBe(310);
  });

  it('returns its parts for the form', () => {
    const parts = [base(300), times(125)];
    expect(computePrice(parts).parts).toBe(parts);
  });
});

describe('videoBase', () => {
  it.each([
    ['480p', 300],
    ['720p', 400],
    ['580p', 400],
    ['1080p', 400],
  ])('is the table, or 400 above 480p: %s costs %i', (resolution, credits) => {
    expect(computePrice([videoBase({ '480p': 300 }, resolution)]).costCredits).toBe(credits);
  });

  it('is 200 at 480p when the table has no 480p', () => {
    expect(videoBase({}, '480p')).toMatchObject({ baseCredits: 200, params: { resolution: '480p' } });
  });
});
