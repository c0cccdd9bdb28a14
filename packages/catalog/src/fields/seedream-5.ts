import { forImages } from '../examples.ts';
import { ignored } from '../field.ts';
import { unflaggedOutputs } from '../outputs.ts';
import { pricePerImage, ruleCredits } from '../pricing.ts';
import { notSent, same } from '../wire.ts';
import { imagePromptField, numImagesField } from './image-fields.ts';
import { oneOf } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { requiredUploadList } from './upload-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Seedream 5: what the endpoints of Flash and Pro take, cost and deliver.

const ratesMicroUsd = { any: 27_000 };

export const seedream5Price = ({ num_images }: { num_images: number }) =>
  pricePerImage(ruleCredits(ratesMicroUsd.any), {}, num_images);

export const seedream5Charges = {
  microUsd: ratesMicroUsd,
  unit: 'image',
  cost: ({ num_images }: { num_images: number }) => ratesMicroUsd.any * num_images,
  asOf: '2026-09-30',
} as const;

const proRatesMicroUsd = { '1K': 67_500, '2K': 135_000 };
/** Charge for each input image after the first. */
const proImageMicroUsd = 4_500;

type PricedPro = { image_size: string; num_images: number; image_urls?: readonly string[] | undefined };

/** Computes fal's charge for one image. A size that names only a shape counts as the larger one. */
function computeProCharge({ image_size, image_urls = [] }: PricedPro): number {
  const moreImages = Math.max(0, image_urls.length - 1);
  return proRatesMicroUsd[image_size === 'auto_1K' ? '1K' : '2K'] + proImageMicroUsd * moreImages;
}

export const seedream5ProPrice = (input: PricedPro) =>
  pricePerImage(ruleCredits(computeProCharge(input)), { image_size: input.image_size }, input.num_images);

export const seedream5ProCharges = {
  microUsd: proRatesMicroUsd,
  unit: 'image',
  cost: (input: PricedPro) => computeProCharge(input) * input.num_images,
  asOf: '2026-08-31',
} as const;

export const seedream5ProExamples = <const Subject extends object>(subject: Subject) => [
  ...forImages(subject, 70),
  { input: { ...subject, image_size: 'auto_1K' as const }, costCredits: 35 },
  ...(['portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'] as const).map((image_size) => ({
    input: { ...subject, image_size },
    costCredits: 70,
  })),
];

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

/** The images that are changed or combined. */
export const seedream5Images = () =>
  requiredUploadList({ accept: 'image', maxFiles: 10, missing: 'image_required' });

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
