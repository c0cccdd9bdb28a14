import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { advancedImageFields, imagePromptField, numImagesField } from '../../fields/image-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { seedreamSizes, sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 40_000 };
const cost = (input: { num_images: number }) => ratesMicroUsd.any * input.num_images;

export const kind = defineKind({
  id: 'seedream-v4-5',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 125, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: oneOf(
      ['auto_2K', 'auto_4K', 'square_2K', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'],
      { default: 'auto_2K' },
    ),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(ruleCredits(ratesMicroUsd.any), {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'seedream-v4-5', mode: 'text-to-image' }),
});

const subject = { prompt: 'A shop sign that says Fresh Bread' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/seedream/v4.5/text-to-image',
    wire: {
      prompt: same,
      image_size: { values: seedreamSizes },
      num_images: same,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { max_images: 1, sync_mode: false },
    outputs: unflaggedOutputs,
    sample: {
      images: [{ url: 'https://v3b.fal.media/files/b/zebra/s45.png', content_type: 'image/png' }],
      seed: 9,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/fal-ai/bytedance/seedream/v4.5/text-to-image/playground',
      asOf: '2026-11-24',
    },
    examples: [...forImages(subject, 20), { input: { ...subject, image_size: 'auto_4K' }, costCredits: 20 }],
  });
