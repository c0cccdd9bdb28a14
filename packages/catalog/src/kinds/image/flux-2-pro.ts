import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  toPixels,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed, unsoldImage } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

// Every size that is sold is one megapixel of 1024 × 1024, rounded up as fal does.
const ratesMicroUsd = { first: 30_000 };
const cost = () => ratesMicroUsd.first;

export const kind = defineKind({
  id: 'flux-2-pro',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 126, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 12,
  columns: (input) => ({ model: 'flux-2-pro', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A lighthouse painted on a tile' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/flux-2-pro',
    wire: {
      prompt: same,
      image_size: same,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    fixed: { safety_tolerance: '2' },
    unsold: unsoldImage,
    outputs: unflaggedOutputs,
    sample: {
      images: [{ url: 'https://v3b.fal.media/files/b/heron/p2.jpg', content_type: 'image/jpeg' }],
      seed: 5,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/models/fal-ai/flux-2-pro/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      { input: subject, costCredits: 15 },
      { input: { ...subject, image_size: 'portrait_16_9' }, costCredits: 15 },
    ],
  });
