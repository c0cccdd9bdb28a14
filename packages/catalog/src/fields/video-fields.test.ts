import { expect, it } from 'vitest';
import { speedField, videoSize } from './video-fields.ts';

it.each([
  ['480p', '16:9', 854, 480],
  ['580p', '16:9', 1032, 580],
  ['720p', '16:9', 1280, 720],
  ['1080p', '16:9', 1920, 1080],
  ['480p', '9:16', 480, 854],
  ['720p', '1:1', 720, 720],
  ['480p', '4:3', 640, 480],
])('%s at %s is %i by %i, both even', (resolution, ratio, width, height) => {
  expect(videoSize(resolution, ratio)).toEqual({ width, height });
});

it.each([
  ['480p', 'auto'],
  ['8k', '16:9'],
])('%s at %s is unknown before the file is there', (resolution, ratio) =>
  expect(videoSize(resolution, ratio)).toEqual({}),
);

it.each(['regular', 'high_quality'] as const)('a single speed, %s, is chosen without a choice', (only) => {
  const field = speedField([only]);
  expect(field.widget).toMatchObject({ type: 'choice', options: [{ value: only }] });
  expect(field.default).toBe(only);
  expect(field.check('speed', 'normal')).toEqual({ ok: true, value: only });
  expect(field.check('speed', 'turbo')).toEqual({ ok: true, value: only, isReplaced: true });
});
