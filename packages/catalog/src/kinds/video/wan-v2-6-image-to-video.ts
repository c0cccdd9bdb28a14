import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { oneOf, secondsField } from '../../fields/model-fields.ts';
import { promptField, shortNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [5, 10, 15] as const;
const ratesMicroUsd = { '720p': 100_000, '1080p': 150_000 };
const cost = ({ resolution, duration }: { resolution: keyof typeof ratesMicroUsd; duration: number }) =>
  ratesMicroUsd[resolution] * duration;

export const kind = defineKind({
  id: 'wan-v2-6-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/wan-v2-6-image-to-video',
    order: 71,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField({ maxCodePoints: 800 }),
    aspect_ratio: ignoredRatioField('auto'),
    resolution: oneOf(['720p', '1080p'], { default: '720p' }),
    duration: secondsField(seconds, 5),
    multi_shots: switchField({ default: false }),
    enable_prompt_expansion: switchField({ default: true }),
    negative_prompt: shortNegativePromptField(500),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 * input.duration,
  columns: (input) => ({
    model: 'wan-v2-6-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The boats begin to drift', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'wan/v2.6/image-to-video',
    wire: {
      image_url: same,
      prompt: same,
      aspect_ratio: notSent,
      resolution: same,
      duration: secondsAsText(seconds),
      multi_shots: same,
      enable_prompt_expansion: same,
      negative_prompt: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    outputs: videoOutputs,
    expects: expectsDuration,
    sample: wanVideoSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/wan/v2.6/text-to-video/llms.txt',
      asOf: '2026-11-24',
      note: "Price of the sibling models on fal's pages; two independent lists give the same one for this model.",
    },
    examples: [
      ...atSeconds(scene, { 5: 250, 10: 500, 15: 750 }),
      { input: { ...scene, resolution: '1080p' }, costCredits: 375 },
      { input: { ...scene, resolution: '1080p', duration: 15 }, costCredits: 1125 },
    ],
  });
