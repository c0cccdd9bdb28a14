import { expect, it } from 'vitest';
import { planKind } from './plan-kind.ts';
import { readTypes } from './read-types.ts';
import { readWanted } from './wanted.ts';
import { writeEmulatorEndpoint } from './write-emulator.ts';

const types = readTypes();
const endpoint = 'fal-ai/recraft/v3/text-to-image';
const wanted = (given: Parameters<typeof readWanted>[0]) => readWanted(given, endpoint, '2026-11-25');

it('a price without a date and a page gets today’s and the page of the model', () => {
  expect(wanted({ price: '$0.04 per image' }).price).toEqual({
    text: '$0.04 per image',
    microUsd: { any: 40_000 },
    unit: 'image',
    source: 'https://fal.ai/models/fal-ai/recraft/v3/text-to-image/llms.txt',
    asOf: '2026-11-25',
  });
  expect(wanted({}).price).toBeUndefined();
});

it.each([
  [{ id: 'Recraft' }, 'An id consists of'],
  [{ read: '25 November' }, 'A day is written like'],
  [{ range: ['guidance_scale=20..0'] }, 'A range is written like'],
  [{ options: ['style=any'] }, 'Options are written like'],
])('the command refuses %j', (given, message) => {
  expect(() => wanted(given)).toThrow(message);
});

it('a draft offers a number between the ends that a human has read', () => {
  const schema = types.read('fal-ai/flux-2/turbo');
  const [without, within] = [{}, wanted({ range: ['guidance_scale=0..20'] })].map((given) =>
    planKind(schema, given),
  );
  expect(without?.unsold).toHaveProperty('guidance_scale');
  expect(within?.fields.find(({ name }) => name === 'guidance_scale')?.code).toContain('min: 0, max: 20');
  expect(() => planKind(schema, wanted({ range: ['guidance=0..20'] }))).toThrow('has no number guidance');
});

it('a draft offers the named options, while the emulator takes all of fal’s', () => {
  const options = ['style=digital_illustration/3d,realistic_image'];
  const plan = planKind(types.read(endpoint), wanted({ options }));
  expect(plan.fields.find(({ name }) => name === 'style')?.options).toEqual([
    'realistic_image',
    'digital_illustration/3d',
  ]);
  expect(writeEmulatorEndpoint(plan)).toContain('vector_illustration/linocut');
  const wrong = wanted({ options: ['style=realistic_image,oil'] });
  expect(() => planKind(types.read(endpoint), wrong)).toThrow('style has no oil');
});
