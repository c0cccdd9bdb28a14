import { describe, expect, it } from 'vitest';
import { endpoints } from './index.ts';
import { validateInput } from './validate-input.ts';

const needed = {
  prompt: 'A lake',
  image_url: 'data:image/png;base64,',
  start_image_url: 'data:image/png;base64,',
  end_image_url: 'data:image/png;base64,',
  video_url: 'data:video/mp4;base64,',
  image_urls: ['data:image/png;base64,'],
  reference_image_urls: ['data:image/png;base64,'],
  text: 'A door',
};

function check(id: string, input: Record<string, unknown>) {
  const endpoint = endpoints.get(id);
  if (!endpoint) throw new Error(`There is no endpoint ${id}`);
  return validateInput(endpoint.fields, { ...needed, ...input });
}

const wan21 = ['fal-ai/wan-t2v', 'fal-ai/wan-i2v', 'fal-ai/wan-flf2v', 'fal-ai/wan-vace'];
const fiveB = 'fal-ai/wan/v2.2-5b/text-to-video';
const a14b = 'fal-ai/wan/v2.2-a14b/text-to-video';
const fluxes = ['fal-ai/flux/dev', 'fal-ai/flux/schnell', 'fal-ai/flux/dev/image-to-image'];

const klings = [
  'fal-ai/kling-video/v3/standard/text-to-video',
  'fal-ai/kling-video/v3/pro/text-to-video',
  'fal-ai/kling-video/v3/pro/image-to-video',
  'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
];
const bananas = ['2', '2/edit', 'pro', 'pro/edit'].map((name) => `fal-ai/nano-banana-${name}`);
const seedreams = ['text-to-image', 'edit'].map((name) => `fal-ai/bytedance/seedream/v4.5/${name}`);
const animates = ['move', 'replace'].map((name) => `fal-ai/wan/v2.2-14b/animate/${name}`);

/** Endpoints, field, lowest and highest value, and the step to the first value out of range. */
const ranges: [readonly string[], string, number, number, number][] = [
  [wan21.slice(0, 3), 'num_frames', 81, 100, 1],
  [['fal-ai/wan-vace'], 'num_frames', 81, 240, 1],
  [[fiveB, a14b], 'num_frames', 17, 161, 1],
  [wan21, 'frames_per_second', 5, 24, 1],
  [[fiveB, a14b], 'frames_per_second', 4, 60, 1],
  [[...wan21, a14b], 'num_inference_steps', 2, 40, 1],
  [[fiveB], 'num_inference_steps', 2, 50, 1],
  [wan21.slice(1, 3), 'guide_scale', 1, 10, 0.1],
  [[fiveB, a14b], 'guidance_scale', 1, 10, 0.1],
  [[a14b], 'guidance_scale_2', 1, 10, 0.1],
  [[...wan21.slice(1), fiveB, a14b], 'shift', 1, 10, 0.1],
  [[fiveB, a14b], 'num_interpolated_frames', 0, 4, 1],
  [fluxes, 'num_images', 1, 4, 1],
  [fluxes, 'guidance_scale', 1, 20, 0.1],
  [['fal-ai/flux/dev'], 'num_inference_steps', 1, 50, 1],
  [['fal-ai/flux/schnell'], 'num_inference_steps', 1, 12, 1],
  [['fal-ai/flux/dev/image-to-image'], 'num_inference_steps', 10, 50, 1],
  [['fal-ai/flux/dev/image-to-image'], 'strength', 0.01, 1, 0.001],
  [['fal-ai/janus'], 'num_images', 1, 16, 1],
  [['fal-ai/janus'], 'temperature', 0.1, 2, 0.01],
  [['fal-ai/janus'], 'cfg_weight', 1, 20, 0.1],
  [['fal-ai/stable-diffusion-v35-large'], 'num_images', 1, 4, 1],
  [['fal-ai/stable-diffusion-v35-large'], 'num_inference_steps', 1, 50, 1],
  [['fal-ai/stable-diffusion-v35-large'], 'guidance_scale', 0, 20, 0.1],
  [['fal-ai/thinksound/audio', 'fal-ai/thinksound'], 'num_inference_steps', 2, 100, 1],
  [['fal-ai/thinksound/audio', 'fal-ai/thinksound'], 'cfg_scale', 1, 20, 0.1],
  [klings, 'cfg_scale', 0, 1, 0.01],
  [bananas, 'num_images', 1, 4, 1],
  [['fal-ai/pixverse/v6/text-to-video'], 'duration', 1, 15, 1],
  [
    ['fal-ai/flux-2', 'fal-ai/flux-2/turbo', 'fal-ai/z-image/turbo', 'fal-ai/qwen-image-2/text-to-image'],
    'num_images',
    1,
    4,
    1,
  ],
  [['fal-ai/flux-2'], 'num_inference_steps', 4, 50, 1],
  [['fal-ai/flux-2', 'fal-ai/flux-2/turbo'], 'guidance_scale', 0, 20, 0.1],
  [['fal-ai/z-image/turbo'], 'num_inference_steps', 1, 8, 1],
  [seedreams, 'num_images', 1, 6, 1],
  [['fal-ai/wan/v2.7/text-to-image'], 'max_images', 1, 5, 1],
  [['fal-ai/topaz/upscale/image', 'fal-ai/topaz/upscale/video'], 'upscale_factor', 1, 4, 0.1],
  [animates, 'num_inference_steps', 2, 40, 1],
  [animates, 'shift', 1, 10, 0.1],
  [['fal-ai/elevenlabs/sound-effects/v2'], 'duration_seconds', 0.5, 22, 0.1],
  [['fal-ai/elevenlabs/sound-effects/v2'], 'prompt_influence', 0, 1, 0.01],
  [['fal-ai/elevenlabs/music'], 'music_length_ms', 3_000, 600_000, 1],
  [['fal-ai/moondream3-preview/query'], 'temperature', 0, 1, 0.01],
  [['fal-ai/moondream3-preview/query'], 'top_p', 0, 1, 0.01],
];

describe('numbers', () => {
  const cases = ranges.flatMap(([ids, field, min, max, step]) =>
    ids.map((id) => ({ id, field, min, max, step })),
  );
  it.each(cases)('$id accepts $field from $min to $max only', ({ id, field, min, max, step }) => {
    for (const value of [min, max])
      expect(check(id, { [field]: value })).toMatchObject({ input: { [field]: value } });
    const tooLow = check(id, { [field]: min - step });
    expect(tooLow).toMatchObject({
      detail: [{ loc: ['body', field], type: 'greater_than_equal', ctx: { ge: min } }],
    });
    const tooHigh = check(id, { [field]: max + step });
    expect(tooHigh).toMatchObject({
      detail: [{ loc: ['body', field], type: 'less_than_equal', ctx: { le: max } }],
    });
  });
});

/** Endpoint, field, its values, and a value that the product knows but this model does not. */
const choices: [string, string, readonly string[], string][] = [
  ['fal-ai/wan-t2v', 'resolution', ['480p', '580p', '720p'], '1080p'],
  ['fal-ai/wan-t2v', 'aspect_ratio', ['16:9', '9:16'], '1:1'],
  ['fal-ai/wan-i2v', 'resolution', ['480p', '720p'], '580p'],
  ['fal-ai/wan-i2v', 'aspect_ratio', ['auto', '16:9', '9:16', '1:1'], '4:3'],
  ['fal-ai/wan-flf2v', 'acceleration', ['none', 'regular'], 'high'],
  ['fal-ai/wan-vace', 'aspect_ratio', ['16:9', '9:16', 'auto'], '1:1'],
  ['fal-ai/wan-vace', 'task', ['depth', 'inpainting'], 'default'],
  [fiveB, 'resolution', ['580p', '720p'], '480p'],
  [a14b, 'interpolator_model', ['none', 'film', 'rife'], 'other'],
  ['wan/v2.6/text-to-video', 'duration', ['5', '10', '15'], '6'],
  ['fal-ai/wan/v2.7/text-to-video', 'duration', ['2', '9', '15'], '16'],
  ['fal-ai/wan/v2.7/reference-to-video', 'duration', ['2', '10'], '11'],
  ['fal-ai/kling-video/v3/standard/text-to-video', 'duration', ['3', '15'], '2'],
  ['fal-ai/veo3.1/fast', 'duration', ['4s', '6s', '8s'], '8'],
  ['fal-ai/bytedance/seedance/v1.5/pro/text-to-video', 'resolution', ['480p', '720p', '1080p'], '580p'],
  ['fal-ai/minimax/hailuo-2.3/standard/text-to-video', 'duration', ['6', '10'], '5'],
  ['fal-ai/ltx-2.3/text-to-video/fast', 'fps', ['24', '25', '48', '50'], '30'],
  ['fal-ai/nano-banana-pro', 'resolution', ['1K', '2K', '4K'], '0.5K'],
  ['fal-ai/bytedance/seedream/v4.5/edit', 'image_size', ['auto_2K', 'auto_4K', 'square_hd'], 'auto'],
  ['fal-ai/flux/dev', 'output_format', ['jpeg', 'png'], 'webp'],
];

describe('choices', () => {
  it.each(choices)('%s accepts only its own values of %s', (id, field, values, wrong) => {
    for (const value of values)
      expect(check(id, { [field]: value })).toMatchObject({ input: { [field]: value } });
    expect(check(id, { [field]: wrong })).toMatchObject({
      detail: [
        { loc: ['body', field], type: 'literal_error', input: wrong, ctx: { expected: expect.any(String) } },
      ],
    });
  });
});

describe('an input', () => {
  it('must have the required fields', () => {
    const endpoint = endpoints.get('fal-ai/wan-flf2v');
    const outcome = endpoint && validateInput(endpoint.fields, { seed: 1 });
    const missing = { type: 'missing', msg: 'Field required', input: { seed: 1 } };
    expect(outcome).toEqual({
      detail: ['prompt', 'start_image_url', 'end_image_url'].map((field) => ({
        ...missing,
        loc: ['body', field],
      })),
    });
  });

  it('may have unknown fields', () => {
    expect(check('fal-ai/wan-t2v', { duration: 5, anything: {} })).not.toHaveProperty('detail');
  });

  it('names an image size or gives its sides', () => {
    const side = { width: 14_142, height: 1 };
    expect(check('fal-ai/flux/dev', { image_size: side })).toMatchObject({ input: { image_size: side } });
    expect(check('fal-ai/flux/dev', { image_size: 'square_hd' })).toMatchObject({
      input: { image_size: { width: 1024, height: 1024 } },
    });
    expect(check('fal-ai/flux/dev', { image_size: { width: 14_143 } })).toMatchObject({
      detail: [{ loc: ['body', 'image_size', 'ImageSize', 'width'], type: 'less_than_equal' }],
    });
  });

  it('must have values of the right type; null only for some fields', () => {
    expect(check('fal-ai/wan-t2v', { seed: null })).not.toHaveProperty('detail');
    expect(check('fal-ai/janus', { seed: null })).toMatchObject({ detail: [{ type: 'int_type' }] });
    expect(check('fal-ai/wan-t2v', { prompt: 7 })).toMatchObject({ detail: [{ type: 'string_type' }] });
    expect(check('fal-ai/wan-t2v', { num_frames: 81.5 })).toMatchObject({
      detail: [{ type: 'int_from_float' }],
    });
    expect(check('fal-ai/wan-t2v', { turbo_mode: 'maybe' })).toMatchObject({
      detail: [{ type: 'bool_parsing' }],
    });
    expect(check('fal-ai/moondream3-preview/query', { prompt: '' })).toMatchObject({
      detail: [{ type: 'string_too_short', ctx: { min_length: 1 } }],
    });
  });
});
