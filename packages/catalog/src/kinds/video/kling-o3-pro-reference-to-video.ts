import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { klingCost, klingRatios, klingResult, unsoldKling } from '../../fields/kling-v3.ts';
import { everySecond, modelRatioField, secondsField, soundField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, referencesField } from '../../fields/video-fields.ts';
import { priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = everySecond(3, 15);
const ratesMicroUsd = { silent: 112_000, sound: 140_000 };
const cost = klingCost(ratesMicroUsd);

export const kind = defineKind({
  id: 'kling-o3-pro-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/kling-o3-pro-reference-to-video',
    order: 96,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fixedResolution: '1080p',

  fields: {
    reference_image_urls: referencesField(4),
    prompt: promptField(),
    aspect_ratio: modelRatioField(klingRatios, '16:9'),
    duration: secondsField(seconds, 5),
    generate_audio: soundField(),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceWithSound(cost, input),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.duration,
  columns: () => ({ model: 'kling-o3-pro-reference-to-video' }),
});

const scene = {
  prompt: '@Image1 walks through a greenhouse and waters the plants',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/o3/pro/reference-to-video',
    wire: {
      reference_image_urls: 'image_urls',
      prompt: same,
      aspect_ratio: same,
      duration: secondsAsText(seconds),
      generate_audio: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    unsold: unsoldKling,
    ...klingResult,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/o3/pro/reference-to-video/llms.txt',
      asOf: '2026-08-31',
    },
    examples: [
      ...fromSecond(scene, 3, [210, 280, 350, 420, 490, 560, 630, 700, 770, 840, 910, 980, 1050]),
      { input: { ...scene, generate_audio: false }, costCredits: 280 },
    ],
  });
