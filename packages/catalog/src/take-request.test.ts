import { describe, expect, it } from 'vitest';
import { takeRequest } from './take-request.ts';
import { imageResult, videoResult } from './to-result.ts';

describe('a request in the words of fal', () => {
  const take = takeRequest({
    same: ['prompt'],
    renamed: { image_url: 'image' },
    translated: { acceleration: { to: 'speed', values: { none: 'high_quality' } } },
    only: { seed: null, turbo_mode: false },
  });

  it('becomes the wire fields of the product', () => {
    const { raw, refused } = take({ prompt: 'A', image_url: 'u', acceleration: 'none', turbo_mode: false });
    expect(raw).toEqual({ prompt: 'A', image: 'u', speed: 'high_quality' });
    expect(refused).toEqual([]);
  });

  it('keeps the names of fal for what is wrong with it', () => {
    const { nameAtFal } = take({});
    expect(['prompt', 'image', 'speed', 'else'].map(nameAtFal)).toEqual([
      'prompt',
      'image_url',
      'acceleration',
      'else',
    ]);
  });

  it('is refused where a field means nothing here', () => {
    const { raw, refused } = take({
      image: 'u',
      speed: 'x',
      seed: 7,
      turbo_mode: true,
      acceleration: 'high',
    });
    expect(raw).toEqual({});
    expect(refused).toEqual([
      { field: 'image', value: 'u', message: 'This field is not supported here' },
      { field: 'speed', value: 'x', message: 'This field is not supported here' },
      { field: 'seed', value: 7, message: 'Only null is supported here' },
      { field: 'turbo_mode', value: true, message: 'Only false is supported here' },
      { field: 'acceleration', value: 'high', message: 'This must be one of: none' },
    ]);
  });

  it('never takes the name of something that every object has', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const body = JSON.parse(`{${names.map((name) => `"${name}":1`).join()}}`);
    expect(take(body).refused.map(({ field }) => field)).toEqual(names);
    expect(take({ acceleration: 'constructor' }).raw).toEqual({});
  });
});

describe('a result in the shape of fal', () => {
  const file = { contentType: 'image/png', fileName: 'a.png', bytes: 1, width: 4, height: 3 };
  const rest = { text: undefined, prompt: 'A', inferenceSeconds: null };

  it('has a black image in the place of one that was hidden', () => {
    const files = [
      { ...file, url: 'https://a.test/1.png', isFlagged: false },
      { ...file, url: '', isFlagged: true },
    ];
    expect(imageResult({ ...rest, files, seed: 7 })).toEqual({
      images: [
        { url: 'https://a.test/1.png', width: 4, height: 3, content_type: 'image/png' },
        {
          url: expect.stringMatching(/^data:image\/png;base64,/),
          width: 4,
          height: 3,
          content_type: 'image/png',
        },
      ],
      has_nsfw_concepts: [false, true],
      seed: 7,
      timings: {},
      prompt: 'A',
    });
  });

  it('names no seed that nobody said', () => {
    const files = [{ ...file, url: 'https://a.test/1.mp4', isFlagged: false }];
    expect(videoResult({ ...rest, files, seed: null })).not.toHaveProperty('seed');
  });
});
