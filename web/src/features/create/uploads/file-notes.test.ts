import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { findWantedRatio, isSameRatio } from './file-notes.tsx';

const imageToVideo = getKind('image-to-video');
const firstToLast = getKind('first-to-last-frame');

describe('findWantedRatio', () => {
  it('returns the chosen aspect ratio', () => {
    const wanted = findWantedRatio(imageToVideo, { aspect_ratio: '9:16' }, 'image_url');
    expect(wanted).toEqual({ name: '9:16', ratio: 9 / 16 });
  });

  it('accepts any where the model follows the image, or has no aspect ratio', () => {
    expect(findWantedRatio(imageToVideo, { aspect_ratio: 'auto' }, 'image_url')).toBeUndefined();
    expect(findWantedRatio(getKind('image-to-video-pro'), {}, 'image_url')).toBeUndefined();
  });

  it('compares an end image with the start image, once there is one', () => {
    const values = { start_image_url: '/media/u/a.png' };
    expect(findWantedRatio(firstToLast, values, 'end_image_url')).toEqual({ url: '/media/u/a.png' });
    expect(findWantedRatio(firstToLast, values, 'start_image_url')).toBeUndefined();
    expect(findWantedRatio(firstToLast, {}, 'end_image_url')).toBeUndefined();
  });

  it('ignores videos, reference images and fields that are not files', () => {
    for (const name of ['video_url', 'ref_image_urls', 'prompt'])
      expect(findWantedRatio(getKind('vace'), { aspect_ratio: '16:9' }, name)).toBeUndefined();
  });
});

it('an invisible difference counts as the same ratio', () => {
  expect(isSameRatio(1920 / 1088, 16 / 9)).toBe(true);
  expect(isSameRatio(854 / 480, 16 / 9)).toBe(true);
  expect(isSameRatio(3 / 2, 16 / 9)).toBe(false);
  expect(isSameRatio(16 / 10, 16 / 9)).toBe(false);
});
