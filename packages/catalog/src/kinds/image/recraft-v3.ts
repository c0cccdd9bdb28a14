import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  toPixels,
} from '../../fields/image-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

// Vector images cost twice as much, so their styles are not sold, and neither is a choice that the model makes.
const ratesMicroUsd = { any: 40_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'recraft-v3',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 130, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    negative_prompt: ignoredNegativePromptField(),
    style: oneOf(
      [
        'realistic_image',
        'digital_illustration',
        'realistic_image/b_and_w',
        'realistic_image/hdr',
        'realistic_image/natural_light',
        'realistic_image/studio_portrait',
        'digital_illustration/2d_art_poster',
        'digital_illustration/3d',
        'digital_illustration/hand_drawn',
        'digital_illustration/pixel_art',
        'digital_illustration/watercolor',
      ],
      { default: 'realistic_image', section: 'advanced' },
    ),
    enable_safety_checker: switchField({ default: true }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 12,
  columns: (input) => ({ model: 'recraft-v3', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A poster for a night market, with its opening hours' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/recraft/v3/text-to-image',
    wire: {
      prompt: same,
      image_size: same,
      negative_prompt: notSent,
      style: same,
      enable_safety_checker: same,
      seed: notSent,
    },
    outputs: unflaggedOutputs,
    sample: { images: [{ url: 'https://v3.fal.media/files/zebra/x9.jpg', content_type: 'image/jpeg' }] },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/fal-ai/recraft/v3/text-to-image/llms.txt',
      asOf: '2026-11-25',
      note: 'The page names twice the price for vector styles, which are not sold.',
    },
    examples: [
      { input: subject, costCredits: 20 },
      { input: { ...subject, style: 'digital_illustration/watercolor' }, costCredits: 20 },
    ],
  });
