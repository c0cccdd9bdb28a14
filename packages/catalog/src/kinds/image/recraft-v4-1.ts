import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
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
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 35_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'recraft-v4-1',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 118, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 12,
  columns: (input) => ({ model: 'recraft-v4-1', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A packaging design for a box of pencils' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/recraft/v4.1/text-to-image',
    wire: {
      prompt: same,
      image_size: same,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: notSent,
    },
    outputs: unflaggedOutputs,
    sample: { images: [{ url: 'https://v3.fal.media/files/zebra/x4.webp', content_type: 'image/webp' }] },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/fal-ai/recraft/v4.1/text-to-image/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: subject, costCredits: 20 },
      { input: { ...subject, image_size: 'landscape_16_9' }, costCredits: 20 },
    ],
  });
