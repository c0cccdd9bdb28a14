import { expect, it } from 'vitest';
import { findKindFor } from './find-kind-for.ts';

const scene = { prompt: 'Snow', duration: 5, resolution: '720p' };

it.each([
  [{ reference_image_urls: ['a.png'] }, 'wan-3-0-reference-to-video'],
  [{ reference_video_urls: ['a.mp4'] }, 'wan-3-0-edit-video'],
  [{ reference_image_urls: ['a.png'], reference_video_urls: ['a.mp4'] }, 'wan-3-0-edit-video'],
  [{ unknown: 1 }, 'wan-3-0-reference-to-video'],
])('a request with %j is for the kind of its model that takes its fields', (fields, id) => {
  expect(findKindFor('alibaba/wan-3.0/reference-to-video', { ...scene, ...fields })?.id).toBe(id);
});

it('a model that is not sold has no kind', () => {
  expect(findKindFor('fal-ai/unknown', scene)).toBeUndefined();
});
