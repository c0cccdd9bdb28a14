import { ignored } from '../field.ts';
import { unflaggedOutputs } from '../outputs.ts';
import { pricePerImage, ruleCredits } from '../pricing.ts';
import { notSent, same } from '../wire.ts';
import { imagePromptField, numImagesField } from './image-fields.ts';
import { oneOf } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// GPT Image 2.5 Flare is billed by tokens, which are known only afterwards. Sizes and qualities are fixed, and each costs the
// most that it can: the picture at 1024 × 1024, two tokens for each of 2,000 characters, and the tokens of four images.

const flareSizes = ['square_hd', 'portrait_4_3', 'landscape_4_3'] as const;

/** Two tokens at $5 per million for each character. */
const longestPrompt = 2_000 * 2 * 5;
/** One image adds $0.0083, as measured. */
const fourImages = 4 * 10_000;

export const flareRates = { low: 6_200 + longestPrompt, max: 211_000 + longestPrompt };
export const flareEditRates = { low: flareRates.low + fourImages, max: flareRates.max + fourImages };

type Rates = Readonly<Record<'low' | 'max', number>>;
type Priced = { quality: 'low' | 'max'; num_images: number };

export const flareCost =
  (rates: Rates) =>
  ({ quality, num_images }: Priced) =>
    rates[quality] * num_images;

export const flarePrice =
  (rates: Rates) =>
  ({ quality, num_images }: Priced) =>
    pricePerImage(ruleCredits(rates[quality]), {}, num_images);

export const flareOptions = {
  prompt: imagePromptField(),
  image_size: oneOf(flareSizes, { default: 'square_hd' }),
  quality: oneOf(['low', 'max'], { default: 'low' }),
  num_images: numImagesField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

export const flareWire = {
  prompt: same,
  image_size: same,
  quality: same,
  num_images: same,
  negative_prompt: notSent,
  seed: notSent,
} as const;

export const flareRest = {
  unsold: { background: 'auto', output_format: 'png' },
  outputs: unflaggedOutputs,
  sample: { images: [{ url: 'https://v3b.fal.media/files/b/otter/g25.png', content_type: 'image/png' }] },
};
