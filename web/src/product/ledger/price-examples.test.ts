import { getKind, kinds } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { priceExamples } from './price-examples.ts';

describe('priceExamples', () => {
  it('lists the resolutions of text-to-video with what they cost', () => {
    const rows = priceExamples(getKind('text-to-video')).map((row) => [
      row.field,
      row.option?.value,
      row.costCredits,
    ]);
    expect(rows).toEqual([
      ['resolution', '480p', 300],
      ['resolution', '580p', 300],
      ['resolution', '720p', 400],
    ]);
  });

  it('names the option that a fixed price is for', () => {
    expect(priceExamples(getKind('text-to-video-pro'))).toEqual([
      { field: 'resolution', option: { value: '1080p', isPaidOnly: true }, costCredits: 800 },
    ]);
  });

  it('finds a price for every kind of the catalog', () => {
    for (const kind of kinds) {
      const examples = priceExamples(kind);
      expect(examples.length).toBeGreaterThan(0);
      for (const { costCredits } of examples) expect(costCredits, kind.id).toBeGreaterThan(0);
    }
  });
});
