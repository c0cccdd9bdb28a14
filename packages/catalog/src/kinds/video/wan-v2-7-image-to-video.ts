import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { oneOf, secondsField } from '../../fields/model-fields.ts';
import { promptField, shortNegativePromptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText, sentShortSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const ratesMicroUsd = { '720p': 100_000, '1080p': 150_000 };
const cost = ({ resolution, duration }: { resolution: keyof typeof ratesMicroUsd; duration: number }) =>
  ratesMicroUsd[resolution] * duration;

export const kind = defineKind({
  id: 'wan-v2-7-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/wan-v2-7-image-to-video',
    order: 78,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    resolution: oneOf(['720p', '1080p'], { default: '720p' }),
    duration: secondsField(seconds, 5),
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
    model: 'wan-v2-7-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The fox looks up and walks away', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.7/image-to-video',
    wire: {
      image_url: same,
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: notSent,
      resolution: same,
      duration: secondsAsText(seconds),
      enable_prompt_expansion: same,
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
      source: 'https://fal.ai/models/fal-ai/wan/v2.7/image-to-video/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      ...atSeconds(scene, {
        2: 100,
        3: 150,
        4: 200,
        5: 250,
        6: 300,
        7: 350,
        8: 400,
        9: 450,
        10: 500,
        11: 550,
        12: 600,
        13: 650,
        14: 700,
        15: 750,
      }),
      { input: { ...scene, resolution: '1080p' }, costCredits: 375 },
      { input: { ...scene, resolution: '1080p', duration: 15 }, costCredits: 1125 },
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 250 },
    ],
  });
