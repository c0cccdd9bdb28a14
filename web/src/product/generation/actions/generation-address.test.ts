import { describe, expect, it } from 'vitest';
import { readGenerationView, withoutGenerationView, writeGenerationView } from './generation-address.ts';

describe('the address of an open generation', () => {
  it('names the generation, one of its images, its details, or a sheet over it', () => {
    for (const view of [
      { id: 'a', image: 2, isDetails: false, sheet: 'more' as const },
      { id: 'a', image: 1, isDetails: false },
      { id: 'a', image: 3, isDetails: false },
      { id: 'a', image: 1, isDetails: true },
    ])
      expect(readGenerationView(writeGenerationView(view))).toEqual(view);
    expect(writeGenerationView({ id: 'a', image: 1 })).toBe('a');
  });

  it('opens the first image when the place makes no sense', () => {
    for (const text of ['a.0', 'a.-1', 'a.1.5', 'a.x', 'a.'])
      expect(readGenerationView(text)).toEqual({ id: 'a', image: 1, isDetails: false });
  });

  it('is absent without a generation', () => {
    for (const text of [undefined, '', 7]) expect(readGenerationView(text)).toBeUndefined();
  });

  it('is no field of a form', () => {
    expect(withoutGenerationView({ view: 'a', prompt: 'b' })).toEqual({ prompt: 'b' });
  });
});
