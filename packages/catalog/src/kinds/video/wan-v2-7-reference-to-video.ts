import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { modelRatioField, oneOf, secondsField } from '../../fields/model-fields.ts';
import { promptField, shortNegativePromptField } from '../../fields/text-field.ts';
import { requiredUploadList } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText, sentShortSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const seconds = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const ratesMicroUsd = { any: 100_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.any * duration;

export const kind = defineKind({
  id: 'wan-v2-7-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-v2-7-reference-to-video',
    order: 54,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    reference_image_urls: requiredUploadList({ accept: 'image', maxFiles: 5, missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['16:9', '9:16', '1:1', '4:3', '3:4'], '16:9'),
    resolution: oneOf(['720p', '1080p'], { default: '720p' }),
    duration: secondsField(seconds, 5),
    multi_shots: switchField({ default: false }),
    negative_prompt: shortNegativePromptField(500),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.duration,
  columns: (input) => ({
    model: 'wan-v2-7-reference-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The fox of the picture trots through a market',
  reference_image_urls: ['https://example.com/fox.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.7/reference-to-video',
    wire: {
      reference_image_urls: same,
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: secondsAsText(seconds),
      multi_shots: same,
      negative_prompt: same,
      enable_safety_checker: same,
      seed: sentShortSeed,
    },
    outputs: videoOutputs,
    expects: expectsDuration,
    sample: wanVideoSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/wan/v2.7/reference-to-video/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      ...atSeconds(scene, { 2: 100, 3: 150, 4: 200, 5: 250, 6: 300, 7: 350, 8: 400, 9: 450, 10: 500 }),
      { input: { ...scene, resolution: '1080p' }, costCredits: 250 },
    ],
  });
