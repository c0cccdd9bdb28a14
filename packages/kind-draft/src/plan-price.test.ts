import { readFileSync } from 'node:fs';
import { defaultInput, kinds, parseInput } from '@atelier/catalog';
import { getProvider, listExamples } from '@atelier/catalog/server';
import { expect, it } from 'vitest';
import type { StatedPrice } from './plan.ts';
import { planKind } from './plan-kind.ts';
import { computeCredits, readPrice } from './plan-price.ts';
import { readTypesAndFacts } from './stored-facts.ts';
import { writeExamples } from './write-price.ts';

const types = readTypesAndFacts();
const document = readFileSync(new URL('../../../docs/prices.md', import.meta.url), 'utf8');
const priced = kinds.filter((kind) => getProvider(kind).price);
const readText = (id: string) =>
  document
    .split('\n')
    .find((line) => line.startsWith(`| \`${id}\` `))
    ?.split('|')[2]
    ?.trim() ?? '';
const stated = (text: string): StatedPrice => ({
  ...readPrice(text),
  source: 'https://fal.ai/pricing',
  asOf: '2026-11-25',
});

it.each(priced.map((kind) => [kind.id, kind] as const))(
  'the plan of a price reads the price of %s in docs/prices.md as its rates',
  (id, kind) => {
    const { microUsd, unit } = readPrice(readText(id));
    const { price } = getProvider(kind);
    expect(unit).toBe(price?.unit);
    expect(Object.values(microUsd).toSorted()).toEqual(Object.values(price?.microUsd ?? {}).toSorted());
  },
);

it.each([
  '0.03 per image',
  '$0.03',
  '$0.03 per picture',
  '$0.0000001 per image',
  '$1 per image, $2 per image',
])('the plan of a price refuses the price "%s", and says how one is written', (text) =>
  expect(() => readPrice(text)).toThrow('The price is written like'),
);

it('the plan of a price computes the credits of every example where a draft knows the fields that decide them', () => {
  const computed = priced.filter((kind) => {
    // Its images cost $0.01 each, which no statement of a price can say.
    if (kind.id.startsWith('grok-imagine-1-5-')) return false;
    // The user's file counts, up to a limit.
    if (/upscale/.test(kind.id) || 'max_seconds' in kind.fields) return false;
    const { price } = planKind(types.read(getProvider(kind).endpoint), { price: stated(readText(kind.id)) });
    for (const { input, costCredits } of price ? listExamples(kind) : []) {
      const parsed = parseInput(kind, input);
      const values = parsed.ok ? parsed.input : {};
      if (price)
        expect([kind.id, computeCredits(price, { ...defaultInput(kind), ...values })]).toEqual([
          kind.id,
          costCredits,
        ]);
    }
    return price;
  });
  expect(computed.length).toBeGreaterThan(0.6 * priced.length);
});

it('the plan of a price says why a price has to be written by hand', () => {
  const notesFor = (endpoint: string, text: string) =>
    planKind(types.read(endpoint), { price: stated(text) }).notes.filter(({ level }) => level === 'open');
  const [names] = notesFor('fal-ai/ltx-2.3/text-to-video/fast', '720p $0.04, 1080p $0.08 per second');
  expect(names?.text).toContain('no field has exactly the options 720p, 1080p');
  const [seconds] = notesFor('fal-ai/flux-2/turbo', '$0.04 per second');
  expect(seconds?.text).toContain('no field says how many seconds');
});

it('the plan of a price has an example for every length, option and number of images, and with and without sound', () => {
  const examplesFor = (endpoint: string, text: string) =>
    writeExamples(planKind(types.read(endpoint), { price: stated(text) }));
  expect(
    examplesFor('fal-ai/kling-video/v2.6/pro/image-to-video', 'silent $0.07, sound $0.14 per second'),
  ).toEqual([
    '...atSeconds(subject, { 5: 350, 10: 700 })',
    '{ input: { ...subject, generate_audio: false }, costCredits: 175 }',
  ]);
  expect(
    examplesFor('fal-ai/ltx-2.3/text-to-video/fast', '1080p $0.04, 1440p $0.08, 2160p $0.16 per second'),
  ).toEqual(
    expect.arrayContaining([
      '{ input: { ...subject, resolution: "1440p" }, costCredits: 240 }',
      '{ input: { ...subject, resolution: "2160p" }, costCredits: 480 }',
    ]),
  );
  expect(examplesFor('fal-ai/flux-2/turbo', '$0.008 per megapixel')).toEqual(['...forImages(subject, 5)']);
});
