import { describe, expect, it } from 'vitest';
import { getKind, kinds, priceFields, priceRange } from './index.ts';
import { listExamples } from './server.ts';

describe('the fields that change a price', () => {
  it.each([
    ['text-to-video', ['resolution']],
    ['text-to-video-pro', []],
    ['wan-v2-2-5b', ['resolution', 'num_frames', 'num_inference_steps', 'num_interpolated_frames']],
    ['flux-schnell', ['image_size', 'num_images']],
  ])('of %s are %j', (id, fields) => {
    expect(priceFields(getKind(id))).toEqual(fields);
  });
});

describe('priceRange', () => {
  it.each(kinds.map((kind) => [kind.id, kind] as const))(
    'of %s is at most the price of its cheapest example',
    (_id, kind) => {
      const { usual, lowest } = priceRange(kind);
      expect(lowest.costCredits).toBeGreaterThan(0);
      expect(lowest.costCredits).toBeLessThanOrEqual(usual.costCredits);
      const cheapest = Math.min(...listExamples(kind).map((example) => example.costCredits));
      expect(lowest.costCredits).toBeLessThanOrEqual(cheapest);
    },
  );

  it('includes the settings that the price is for', () => {
    const flux = kinds.find(({ id }) => id === 'flux-schnell');
    expect(flux && priceRange(flux)).toEqual({
      usual: { costCredits: 20, settings: { image_size: 'square_hd', num_images: 1 } },
      lowest: { costCredits: 8, settings: { image_size: 'square', num_images: 1 } },
    });
  });
});
