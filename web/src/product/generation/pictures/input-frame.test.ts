import { expect, it } from 'vitest';
import { findInputFrame } from './input-frame.ts';

it('a generation begins with its first frame, its image or the first of several', () => {
  expect(findInputFrame({ input: { end_image_url: '/b', start_image_url: '/a' } })).toBe('/a');
  expect(findInputFrame({ input: { prompt: 'A pier', image_url: '/c' } })).toBe('/c');
  expect(findInputFrame({ input: { image_urls: ['/d', '/e'] } })).toBe('/d');
});

it('a generation without a picture has none, and neither has one whose picture is gone', () => {
  expect(findInputFrame({ input: { prompt: 'A pier', video_url: '/v.mp4' } })).toBeUndefined();
  expect(findInputFrame({ input: { image_url: '', image_urls: [] } })).toBeUndefined();
});
