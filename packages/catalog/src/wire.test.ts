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
      negative_prompt: notSent,
    },
    fixed: { num_frames: 81 },
    unsold: { seed: null, turbo_mode: false },
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
        num_frames: 81,
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

  it('never takes the name of something that every object has', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const body = JSON.parse(`{${names.map((name) => `"${name}":1`).join()}}`);
    expect(fromRequest(body).refused.map(({ field }) => field)).toEqual(names);
    expect(fromRequest({ acceleration: 'constructor' }).raw).toEqual({});
  });
});
