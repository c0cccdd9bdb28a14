import { describe, expect, it } from 'vitest';
import { defaultInput, getKind, listKinds, parseInput } from '../../index.ts';
import { getProvider } from '../../server.ts';

const fox = 'https://example.com/fox.png';
const whole = { prompt: 'A red fox', image_url: fox, image_urls: [fox] };

/** The refused fields. */
function refused(kindId: string, raw: Record<string, unknown>): string[] {
  const result = parseInput(getKind(kindId), { ...whole, ...raw });
  return result.ok ? [] : result.issues.map(({ path }) => path);
}

describe('the parameters of image kinds', () => {
  it.each([
    ['flux-schnell', 'num_inference_steps', 1, 12, 4],
    ['flux-dev', 'num_inference_steps', 10, 50, 28],
    ['flux-dev-image-to-image', 'num_inference_steps', 10, 50, 28],
    ['sd35', 'num_inference_steps', 1, 50, 30],
    ['flux-dev', 'guidance_scale', 1, 10, 3.5],
    ['flux-dev-image-to-image', 'guidance_scale', 1, 10, 3.5],
    ['flux-dev-image-to-image', 'image_strength', 0.1, 1, 0.8],
    ['janus-pro', 'temperature', 0, 2, 1],
    ['janus-pro', 'cfg_weight', 0, 10, 5],
    ['flux-schnell', 'num_images', 1, 4, 1],
  ])('%s accepts %s from %d to %d and starts with %j', (kindId, name, min, max, start) => {
    expect(defaultInput(getKind(kindId))[name]).toBe(start);
    for (const value of [min, max]) expect(refused(kindId, { [name]: value })).toEqual([]);
    for (const value of [min - 0.05, max + 0.05, min - 1, max + 1, String(min), {}])
      expect(refused(kindId, { [name]: value })).toEqual([name]);
  });

  it('a seed is a whole number that JSON carries exactly, or left to the model', () => {
    for (const seed of [null, 0, 792_565_562, Number.MAX_SAFE_INTEGER])
      expect(refused('sd35', { seed })).toEqual([]);
    for (const seed of [-1, 0.5, 2 ** 53, '7', {}]) expect(refused('sd35', { seed })).toEqual(['seed']);
  });

  it.each([
    ['flux-schnell', ['num_inference_steps']],
    ['flux-dev', ['num_inference_steps', 'guidance_scale']],
    ['janus-pro', ['temperature', 'cfg_weight']],
    ['sd35', ['num_inference_steps', 'negative_prompt']],
  ])('that %s uses are %j', (kindId, names) => {
    const some = ['num_inference_steps', 'negative_prompt', 'guidance_scale', 'temperature', 'cfg_weight'];
    expect(
      Object.entries(getKind(kindId).fields)
        .filter(([name, field]) => some.includes(name) && !field.isIgnored)
        .map(([name]) => name)
        .sort(),
    ).toEqual(names.toSorted());
  });

  it('are validated for every model, whether it uses them or not', () => {
    const wrong = { guidance_scale: 11, image_strength: 2, temperature: 3, cfg_weight: 11, seed: -1 };
    for (const { id } of listKinds('image'))
      expect(refused(id, wrong).sort()).toEqual(Object.keys(wrong).sort());
    expect(refused('janus-pro', { num_inference_steps: 0 })).toEqual([]);
  });
});

describe('image strength', () => {
  it.each([undefined, null, 0, '', false])('is 0.95 for %j, not the initial value of the form', (value) => {
    const result = parseInput(getKind('flux-dev-image-to-image'), { ...whole, image_strength: value });
    expect(result).toMatchObject({ ok: true, input: { image_strength: 0.95 } });
  });
});

it('janus sends the nearest value that fal accepts, and records it', () => {
  const kind = getKind('janus-pro');
  const { body, adjustments } = getProvider(kind).toRequest({
    ...defaultInput(kind),
    ...whole,
    temperature: 0,
    cfg_weight: 0.5,
  });
  expect(body).toMatchObject({ temperature: 0.1, cfg_weight: 1 });
  expect(body).not.toHaveProperty('num_inference_steps');
  expect(adjustments.map(({ field, to }) => [field, to])).toEqual([
    ['temperature', 0.1],
    ['cfg_weight', 1],
  ]);
});

describe('a negative prompt', () => {
  it('is empty in a request without one, and prefilled in the form of the model that takes one', () => {
    const parsed = parseInput(getKind('sd35'), whole);
    expect(parsed).toMatchObject({ ok: true, input: { negative_prompt: '' } });
    expect(defaultInput(getKind('sd35')).negative_prompt).toMatch(/^worst quality, .{300}/);
    for (const id of ['flux-schnell', 'flux-dev', 'flux-dev-image-to-image', 'janus-pro'])
      expect(defaultInput(getKind(id)).negative_prompt).toBe('');
  });
});
