import { ignored } from '../field.ts';
import { describedOutputs } from '../outputs.ts';
import { pricePerImage, ruleCredits } from '../pricing.ts';
import { notSent, same } from '../wire.ts';
import { imagePromptField, numImagesField } from './image-fields.ts';
import { modelRatioField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// MAI Image 2.5 is billed by tokens, which are known only afterwards. An image costs the most that it can: the dearest
// picture of the one list that names any, two tokens for each of 2,000 characters, and the tokens of an image to change,
// both at the rates of its maker.

const dearestPicture = 80_000;
/** Two tokens at $5 per million for each character. */
const longestPrompt = 2_000 * 2 * 5;
/** 1,250 tokens at $8 per million, more than GPT Image 2.5 was measured to count for one. */
const oneImage = 10_000;

export const maiImageRate = dearestPicture + longestPrompt;
export const maiEditRate = maiImageRate + oneImage;

/** Pictures sold at one rate, in millionths of a dollar. */
export const soldByImage = (rateMicroUsd: number) => ({
  price: ({ num_images }: { num_images: number }) => pricePerImage(ruleCredits(rateMicroUsd), {}, num_images),
  charges: {
    microUsd: { any: rateMicroUsd },
    unit: 'image' as const,
    cost: ({ num_images }: { num_images: number }) => rateMicroUsd * num_images,
  },
});

export const maiImageReading = {
  asOf: '2026-08-31',
  note: "fal's page was not read: it bills tokens. One list has $0.05 to $0.08 for a picture; the most is counted, with the prompt and an image at the maker's rates.",
} as const;

export const maiImageOptions = {
  prompt: imagePromptField(),
  aspect_ratio: modelRatioField(['auto', '1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3'], 'auto'),
  num_images: numImagesField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

export const maiImageWire = {
  prompt: same,
  aspect_ratio: same,
  num_images: same,
  negative_prompt: notSent,
  seed: notSent,
} as const;

export const maiImageRest = {
  unsold: { output_format: 'png' },
  outputs: describedOutputs,
  sample: {
    images: [{ url: 'https://v3b.fal.media/files/b/koala/mai25.png', content_type: 'image/png' }],
    description: '',
  },
} as const;
