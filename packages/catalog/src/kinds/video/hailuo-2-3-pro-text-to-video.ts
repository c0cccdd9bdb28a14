import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 490_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'hailuo-2-3-pro-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/hailuo-2-3-pro-text-to-video',
    order: 43,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fixedResolution: '1080p',
  fields: {
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('16:9'),
    prompt_optimizer: switchField({ default: true }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 200,
  columns: () => ({ model: 'hailuo-2-3-pro-text-to-video', ...videoSize('1080p', '16:9') }),
});

const scene = { prompt: 'A diver turns above a coral reef' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/minimax/hailuo-2.3/pro/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: notSent,
      prompt_optimizer: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'video',
      cost,
      source: 'https://fal.ai/models/fal-ai/minimax/hailuo-2.3/pro/text-to-video/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      { input: scene, costCredits: 245 },
      { input: { ...scene, prompt_optimizer: false }, costCredits: 245 },
    ],
  });
