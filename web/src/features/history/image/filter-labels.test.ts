import { describe, expect, it } from 'vitest';
import { nameSize } from './filter-labels.ts';

describe('nameSize', () => {
  it('knows the sizes that have a name and shows the figures of all', () => {
    expect(nameSize('1024x768')).toEqual({ figures: '1024 × 768', name: 'landscapeHd' });
    expect(nameSize('1216x832')).toEqual({ figures: '1216 × 832', name: undefined });
  });

  it('shows anything else as it is', () => {
    expect(nameSize('constructor')).toEqual({ figures: 'constructor', name: undefined });
  });
});
