import { ignored } from '../field.ts';
import { unflaggedOutputs } from '../outputs.ts';
import { pricePerImage, ruleCredits } from '../pricing.ts';
import { notSent, same } from '../wire.ts';
import { imagePromptField, numImagesField } from './image-fields.ts';
import { oneOf } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Seedream 5 Flash: what both of its endpoints take, cost and deliver.

const ratesMicroUsd = { any: 27_000 };

export const seedream5Price = ({ num_images }: { num_images: number }) =>
  pricePerImage(ruleCredits(ratesMicroUsd.any), {}, num_images);

export const seedream5Charges = {
  microUsd: ratesMicroUsd,
  unit: 'image',
  cost: ({ num_images }: { num_images: number }) => ratesMicroUsd.any * num_images,
  asOf: '2026-09-30',
} as const;

export const seedream5Options = {
  prompt: imagePromptField(),
  image_size: oneOf(
    ['auto_2K', 'auto_1K', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'],
    { default: 'auto_2K' },
  ),
  num_images: numImagesField(),
  negative_prompt: ignoredNegativePromptField(),
  enable_safety_checker: switchField({ default: true }),
  seed: ignored(seedField()),
};

export const seedream5Wire = {
  prompt: same,
  image_size: same,
  num_images: same,
  negative_prompt: notSent,
  enable_safety_checker: same,
  seed: notSent,
} as const;

export const seedream5Rest = {
  unsold: { output_format: 'jpeg' },
  outputs: unflaggedOutputs,
  sample: { images: [{ url: 'https://v3b.fal.media/files/b/zebra/s5.jpg', content_type: 'image/jpeg' }] },
};
