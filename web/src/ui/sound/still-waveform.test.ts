import { describe, expect, it } from 'vitest';
import { thinPeaks } from './still-waveform.tsx';

describe('thinPeaks', () => {
  it('keeps the highest peak of each share', () => {
    expect(thinPeaks([0.1, 0.9, 0.2, 0.3], 2)).toEqual([0.9, 0.3]);
  });

  it('repeats peaks when there are fewer than bars', () => {
    expect(thinPeaks([0.2, 0.8], 4)).toEqual([0.2, 0.2, 0.8, 0.8]);
  });

  it('turns no peaks into silence, and clamps peaks to the box', () => {
    expect(thinPeaks([], 3)).toEqual([0, 0, 0]);
    expect(thinPeaks([7, -2], 2)).toEqual([1, 0]);
  });
});
