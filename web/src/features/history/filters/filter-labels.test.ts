import { describe, expect, it } from 'vitest';
import library from '../../../locales/en/library.json' with { type: 'json' };
import { nameSize } from './filter-labels.ts';

describe('nameSize', () => {
  it('returns the figures of every size, and the name of those that have one', () => {
    expect(nameSize('1024x768')).toEqual({ figures: '1024 × 768', name: 'landscapeHd' });
    expect(nameSize('1216x832')).toEqual({ figures: '1216 × 832', name: undefined });
  });

  it.each([
    ['512x512', '512 × 512 Square'],
    ['768x768', '768 × 768 Square HD'],
    ['1024x1024', '1024 × 1024 Square FHD'],
    ['512x768', '512 × 768 Portrait'],
    ['768x512', '768 × 512 Landscape'],
    ['1024x768', '1024 × 768 Landscape HD'],
    ['768x1024', '768 × 1024 Portrait HD'],
  ])('names %s as %s', (size, shown) => {
    const { figures, name } = nameSize(size);
    expect(`${figures} ${name && library.sizes[name]}`).toBe(shown);
  });

  it('leaves any other text as it is', () => {
    expect(nameSize('constructor')).toEqual({ figures: 'constructor', name: undefined });
  });
});
