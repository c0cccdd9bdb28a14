import { describe, expect, it } from 'vitest';
import { createWire, notSent, same } from './wire.ts';

const { toRequest, fromRequest, nameHere } = createWire(
  {
    wire: {
      prompt: same,
      image: 'image_url',
      speed: { as: 'acceleration', values: { regular: 'regular', high_quality: 'none' } },
      steps: { range: { min: 2, max: 40 } },
      task: { unless: 'default', becomes: 'depth' },
      refs: { unless: [] },
      video: { as: 'video_urls', inList: true },
      negative_prompt: notSent,
    },
    fixed: { num_frames: 81, timestamps: true },
    unsold: { seed: null, turbo_mode: false, timestamps: false },
  },
  { negative_prompt: '' },
);

const input = {
  prompt: 'A',
  image: 'u',
  speed: 'high_quality',
  steps: 30,
  task: 'inpainting',
  refs: ['r'],
  video: 'v',
  negative_prompt: 'blurry',
};

describe('a request for fal', () => {
  it('has the names and values of fal, and what is fixed', () => {
    expect(toRequest(input)).toEqual({
      body: {
        prompt: 'A',
        image_url: 'u',
        acceleration: 'none',
        steps: 30,
        task: 'inpainting',
        refs: ['r'],
        video_urls: ['v'],
        num_frames: 81,
        timestamps: true,
      },
      adjustments: [{ field: 'negative_prompt', from: 'blurry', to: null, reason: 'not_taken_by_model' }],
    });
  });

  it('records what the model does not take only where it says something', () => {
    expect(toRequest({ ...input, negative_prompt: '' }).adjustments).toEqual([]);
  });

  it('leads back to the fields that it was made from', () => {
    const { negative_prompt: _, ...sent } = input;
    const { raw, refused } = fromRequest(toRequest(input).body);
    expect(raw).toEqual(sent);
    expect(refused).toEqual([]);
  });

  it('leaves out what is the default at fal, and records it only where fal understands another value', () => {
    const { body, adjustments } = toRequest({ ...input, task: 'default', refs: [] });
    expect(body).not.toHaveProperty('task');
    expect(body).not.toHaveProperty('refs');
    expect(adjustments).toContainEqual({
      field: 'task',
      from: 'default',
      to: 'depth',
      reason: 'model_default',
    });
  });

  it.each([
    [1, 2],
    [41, 40],
  ])('carries the nearest value that fal takes: %d becomes %d, and is recorded', (from, to) => {
    expect(toRequest({ ...input, steps: from })).toMatchObject({
      body: { steps: to },
      adjustments: expect.arrayContaining([{ field: 'steps', from, to, reason: 'outside_model_range' }]),
    });
  });
});

describe('a request written for fal', () => {
  it('becomes the wire fields of the product', () => {
    const { raw, refused } = fromRequest({
      prompt: 'A',
      image_url: 'u',
      acceleration: 'none',
      turbo_mode: false,
    });
    expect(raw).toEqual({ prompt: 'A', image: 'u', speed: 'high_quality' });
    expect(refused).toEqual([]);
  });

  it('reads the names that fal uses for our fields', () => {
    expect(['image_url', 'acceleration', 'image', 'num_frames'].map(nameHere)).toEqual([
      'image',
      'speed',
      undefined,
      undefined,
    ]);
  });

  it('keeps the names of fal for what is wrong with it', () => {
    const { nameAtFal } = fromRequest({});
    expect(['prompt', 'image', 'speed', 'else'].map(nameAtFal)).toEqual([
      'prompt',
      'image_url',
      'acceleration',
      'else',
    ]);
  });

  it('is refused where a field has no meaning here', () => {
    const { raw, refused } = fromRequest({
      image: 'u',
      speed: 'x',
      negative_prompt: 'blurry',
      seed: 7,
      turbo_mode: true,
      num_frames: 82,
      acceleration: 'high',
    });
    expect(raw).toEqual({});
    expect(refused).toEqual([
      { field: 'image', value: 'u', message: 'This field is not supported here' },
      { field: 'speed', value: 'x', message: 'This field is not supported here' },
      { field: 'negative_prompt', value: 'blurry', message: 'This field is not supported here' },
      { field: 'seed', value: 7, message: 'Only null is supported here' },
      { field: 'turbo_mode', value: true, message: 'Only false is supported here' },
      { field: 'num_frames', value: 82, message: 'Only 81 is supported here' },
      { field: 'acceleration', value: 'high', message: 'This must be one of: regular, none' },
    ]);
  });

  it('names the only value of a field in a list, and no second one', () => {
    expect(fromRequest({ video_urls: ['v'] })).toMatchObject({ raw: { video: 'v' }, refused: [] });
    expect(fromRequest({ video_urls: [] }).raw).toEqual({ video: undefined });
    expect(fromRequest({ video_urls: ['v', 'w'] })).toMatchObject({
      raw: {},
      refused: [{ field: 'video_urls', message: 'Only one is supported here' }],
    });
  });

  it('never takes the name of something that every object has', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const body = JSON.parse(`{${names.map((name) => `"${name}":1`).join()}}`);
    expect(fromRequest(body).refused.map(({ field }) => field)).toEqual(names);
    expect(fromRequest({ acceleration: 'constructor' }).raw).toEqual({});
  });
});

describe('a field within an object of fal’s request', () => {
  const voice = createWire({
    wire: {
      prompt: same,
      voice: 'voice_setting.voice_id',
      speed: { as: 'voice_setting.speed', range: { min: 0.5, max: 2 }, unless: 1 },
    },
    fixed: { output_format: 'url' },
    unsold: { 'audio_setting.format': 'mp3' },
  });

  it('is written into the object and read from it', () => {
    const sent = { prompt: 'A', voice: 'Abbess', speed: 2 };
    const { body } = voice.toRequest(sent);
    expect(body).toEqual({
      prompt: 'A',
      voice_setting: { voice_id: 'Abbess', speed: 2 },
      output_format: 'url',
    });
    expect(voice.fromRequest(body)).toMatchObject({ raw: sent, refused: [] });
    expect(voice.toRequest({ ...sent, speed: 1 }).body.voice_setting).toEqual({ voice_id: 'Abbess' });
    expect(voice.fromRequest({ audio_setting: { format: 'mp3' }, voice_setting: {} }).refused).toEqual([]);
  });

  it('is named by its path, also where it is refused', () => {
    const { raw, refused, nameAtFal } = voice.fromRequest({
      voice_setting: { vol: 3, voice_id: 'Abbess', 'a.b': 1 },
      audio_setting: { format: 'flac' },
      'voice_setting.speed': 2,
    });
    expect(raw).toEqual({ voice: 'Abbess' });
    expect(refused.map(({ field }) => field)).toEqual([
      'voice_setting.speed',
      'voice_setting.vol',
      'voice_setting.a.b',
      'audio_setting.format',
    ]);
    expect(nameAtFal('speed')).toBe('voice_setting.speed');
    expect(voice.fromRequest({ voice_setting: 'loud', audio_setting: [] }).refused).toEqual([
      { field: 'voice_setting', value: 'loud', message: 'This must be an object' },
      { field: 'audio_setting', value: [], message: 'This must be an object' },
    ]);
  });

  it('is found by the names in an error of the model', () => {
    const named = ['voice_setting.speed', 'voice_setting', 'prompt.0', 'audio_setting.format'];
    expect(named.map(voice.nameHere)).toEqual(['speed', 'voice', 'prompt', undefined]);
  });
});
