import { describe, expect, it } from 'vitest';
import { nameSize } from './filter-labels.ts';

describe('nameSize', () => {
  it('returns the figures of every size, and the name of those that have one', () => {
    expect(nameSize('1024x768')).toEqual({ figures: '1024 × 768', name: 'landscapeHd' });
    expect(nameSize('1216x832')).toEqual({ figures: '1216 × 832', name: undefined });
  });

  it('leaves any other text as it is', () => {
    expect(nameSize('constructor')).toEqual({ figures: 'constructor', name: undefined });
  });
});
