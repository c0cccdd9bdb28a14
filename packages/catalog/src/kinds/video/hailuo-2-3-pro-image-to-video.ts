import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 490_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'hailuo-2-3-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/hailuo-2-3-pro-image-to-video',
    order: 73,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fixedResolution: '1080p',
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    prompt_optimizer: switchField({ default: true }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 200,
  columns: () => ({ model: 'hailuo-2-3-pro-image-to-video' }),
});

const scene = { prompt: 'A diver turns above a coral reef', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/minimax/hailuo-2.3/pro/image-to-video',
    wire: {
      image_url: same,
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
      source: 'https://fal.ai/models/fal-ai/minimax/hailuo-2.3/pro/image-to-video/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      { input: scene, costCredits: 245 },
      { input: { ...scene, prompt_optimizer: false }, costCredits: 245 },
    ],
  });
