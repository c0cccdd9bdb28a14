import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { everySecond, modelRatioField, oneOf, secondsField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { '480p': 80_000, '720p': 140_000 };
/** Largest number of images, all charged: each costs $0.01, and a price does not depend on how many there are. */
const maxImages = 4;
const imagesMicroUsd = 10_000 * maxImages;
const cost = ({ resolution, duration }: { resolution: '480p' | '720p'; duration: number }) =>
  ratesMicroUsd[resolution] * duration + imagesMicroUsd;

export const kind = defineKind({
  id: 'grok-imagine-1-5-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/grok-imagine-1-5-reference-to-video',
    order: 90,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    reference_image_urls: referencesField(maxImages),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16'], '16:9'),
    resolution: oneOf(['480p', '720p'], { default: '720p' }),
    duration: secondsField(everySecond(1, 15), 8),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: () => 60,
  columns: (input) => ({
    model: 'grok-imagine-1-5-reference-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The robot of the picture sweeps a station at night',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'xai/grok-imagine-video/v1.5/reference-to-video',
    wire: {
      reference_image_urls: same,
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/xai/grok-imagine-video/v1.5/reference-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'Each image adds $0.01; all four are counted.',
    },
    examples: [
      { input: scene, costCredits: 580 },
      ...fromSecond(scene, 1, [90, 160, 230, 300, 370, 440, 510, 580, 650, 720, 790, 860, 930, 1000, 1070]),
      { input: { ...scene, resolution: '480p' }, costCredits: 340 },
    ],
  });
