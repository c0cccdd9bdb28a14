import type { SchemaField, Shape } from '@atelier/fal';
import { expect, it } from 'vitest';
import { mapField } from './map-field.ts';

const field = (name: string, shape: Shape, more: Partial<SchemaField> = {}): SchemaField => ({
  name,
  shape,
  isRequired: false,
  description: '',
  ...more,
});
const choice = (...options: (string | number)[]): Shape => ({ type: 'choice', options });

it("a drafted form counts durations in seconds, whatever fal's notation", () => {
  const texts = mapField(field('duration', choice('5s', '10s', 'auto'), { default: '10s' }), 'video');
  expect(texts).toMatchObject({
    field: { options: [5, 10], default: 10, wire: { values: { 5: '5s', 10: '10s' } } },
    notes: [{ text: expect.stringContaining('auto') }],
  });
  expect(mapField(field('duration', choice('5', '10')), 'video')).toMatchObject({
    field: { default: 5, wire: { values: { 5: '5', 10: '10' } } },
  });
  expect(mapField(field('duration', choice(4, 8)), 'video')).toMatchObject({ field: { wire: 'same' } });
});

it('a drafted form lists every second when fal takes a number of them, with a slider when there are many', () => {
  const seconds = (max: number) =>
    mapField(field('duration', { type: 'number', min: 1, max }, { default: 5 }), 'video');
  expect(seconds(6)).toMatchObject({ field: { options: [1, 2, 3, 4, 5, 6], default: 5, wire: 'same' } });
  expect(seconds(90)).toMatchObject({
    field: { code: expect.stringContaining('sliderField'), range: { max: 90 } },
  });
});

it('a drafted form writes resolutions of videos as the catalog does, whatever fal’s notation', () => {
  const resolution = field('resolution', choice('480P', '4k'), { default: '4k' });
  expect(mapField(resolution, 'video')).toMatchObject({
    field: {
      options: ['480p', '2160p'],
      default: '2160p',
      wire: { values: { '480p': '480P', '2160p': '4k' } },
    },
  });
});

it('a drafted form writes options in small letters that fal writes in capitals', () => {
  const speed = field('rendering_speed', choice('TURBO', 'QUALITY'), { default: 'QUALITY' });
  expect(mapField(speed, 'image')).toMatchObject({
    field: { options: ['turbo', 'quality'], default: 'quality', wire: { values: { turbo: 'TURBO' } } },
  });
});

it('a drafted form takes a switch with the name audio for sound, and not a file', () => {
  expect(mapField(field('audio', { type: 'boolean' }, { default: true }), 'video')).toMatchObject({
    field: { code: 'soundField()' },
  });
  expect(mapField(field('audio', { type: 'text' }), 'video')).not.toMatchObject({
    field: { code: 'soundField()' },
  });
});

it('a drafted form takes sound as on only where fal says so', () => {
  const sound = (initial?: boolean) =>
    mapField(field('generate_audio', { type: 'boolean' }, initial ? { default: initial } : {}), 'video');
  expect(sound(true)).toMatchObject({ field: { code: 'soundField()', default: true } });
  expect(sound()).toMatchObject({ field: { code: 'soundField(false)', default: false } });
});

it('a drafted form offers a number only where it knows both ends and the default', () => {
  const steps: Shape = { type: 'number', min: 1, max: 50 };
  expect(mapField(field('num_inference_steps', steps, { default: 28 }), 'image')).toMatchObject({
    field: { default: 28, code: expect.stringContaining('min: 1, max: 50, step: 1, default: 28') },
  });
  expect(mapField(field('num_inference_steps', { type: 'number' }, { default: 28 }), 'image')).toMatchObject({
    unsold: 28,
    notes: [{ level: 'decide' }],
  });
});

it('a drafted form uses the catalog’s own resolutions and ratios where fal has no others', () => {
  expect(mapField(field('resolution', choice('480p', '720p'), { default: '720p' }), 'video')).toMatchObject({
    field: { code: 'resolutionField(["480p","720p"], "720p")' },
  });
  expect(mapField(field('resolution', choice('1K', '4K')), 'image')).toMatchObject({
    field: { code: 'oneOf(["1K","4K"], { default: "1K" })' },
  });
  expect(mapField(field('aspect_ratio', choice('21:9', '16:9')), 'image')).toMatchObject({
    field: { code: 'modelRatioField(["21:9","16:9"], "21:9")' },
  });
});

it('a drafted form keeps plumbing at its default, and a safety check on', () => {
  expect(mapField(field('sync_mode', { type: 'boolean' }), 'image')).toMatchObject({ unsold: false });
  expect(mapField(field('output_format', choice('jpeg', 'png'), { default: 'png' }), 'image')).toMatchObject({
    unsold: 'png',
  });
  expect(mapField(field('enable_safety_checker', { type: 'boolean' }), 'video')).toMatchObject({
    field: { code: 'switchField({ default: true })', wire: 'same' },
  });
});

it('a drafted form reports a required value of fal that no field takes', () => {
  const weights: Shape = { type: 'list', of: { type: 'object', fields: [] } };
  expect(mapField(field('loras', weights, { isRequired: true }), 'image')).toMatchObject({
    dropped: true,
    notes: [{ level: 'open', text: expect.stringContaining('loras') }],
  });
  expect(mapField(field('audio_url', { type: 'text' }, { isRequired: true }), 'video')).toMatchObject({
    dropped: true,
    notes: [{ level: 'open' }],
  });
});
