import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  toPixels,
} from '../../fields/image-fields.ts';
import { shortNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentShortSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = { any: 30_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'wan-v2-7-image',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 123, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    negative_prompt: shortNegativePromptField(500),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 15,
  columns: (input) => ({ model: 'wan-v2-7-image', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'An astronaut rides a horse through a wheat field' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.7/text-to-image',
    wire: {
      prompt: same,
      image_size: same,
      negative_prompt: same,
      enable_safety_checker: same,
      seed: sentShortSeed,
    },
    unsold: { max_images: 1 },
    outputs: unflaggedOutputs,
    sample: {
      images: [{ url: 'https://v3b.fal.media/files/b/lion/w27.png', content_type: 'image/png' }],
      seed: 3,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/fal-ai/wan/v2.7/text-to-image/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      { input: subject, costCredits: 15 },
      { input: { ...subject, image_size: 'landscape_16_9' }, costCredits: 15 },
    ],
  });
