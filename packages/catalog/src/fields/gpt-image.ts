import { ignored } from '../field.ts';
import { unflaggedOutputs } from '../outputs.ts';
import { pricePerImage, ruleCredits } from '../pricing.ts';
import { notSent, same } from '../wire.ts';
import { imagePromptField, numImagesField } from './image-fields.ts';
import { oneOf } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { optionalUpload, requiredUploadList } from './upload-field.ts';
import { seedField } from './value-fields.ts';

// GPT Image 2 and 2.5 are billed by tokens, which are known only afterwards. Sizes and qualities are fixed, and each costs
// the most that it can: the picture at 1024 × 1024, two tokens for each of 2,000 characters, and the tokens of four images.

const sizes = ['square_hd', 'portrait_4_3', 'landscape_4_3'] as const;

/** Two tokens at $5 per million for each character. */
const longestPrompt = 2_000 * 2 * 5;
/** One image adds $0.0083, as measured. */
const fourImages = 4 * 10_000;

type Rates<Quality extends string> = Readonly<Record<Quality, number>>;

const lowAndMax = { low: 6_200 + longestPrompt, max: 211_000 + longestPrompt };
const lowToHigh = {
  low: 6_200 + longestPrompt,
  medium: 53_000 + longestPrompt,
  high: 211_000 + longestPrompt,
};

function withImages<Quality extends string>(rates: Rates<Quality>) {
  const entries = Object.entries<number>(rates).map(([quality, rate]) => [quality, rate + fourImages]);
  return Object.fromEntries(entries) as Rates<Quality>;
}

/** Pictures sold at a rate for each quality, in millionths of a dollar. */
function soldByQuality<Quality extends string>(microUsd: Rates<Quality>) {
  type Priced = { quality: Quality; num_images: number };
  return {
    price: ({ quality, num_images }: Priced) => pricePerImage(ruleCredits(microUsd[quality]), {}, num_images),
    charges: {
      microUsd,
      unit: 'image' as const,
      cost: ({ quality, num_images }: Priced) => microUsd[quality] * num_images,
    },
  };
}

/** Flare and Sunburst cost the same. */
export const gptImage25 = soldByQuality(lowAndMax);
export const gptImage25Edit = soldByQuality(withImages(lowAndMax));
export const gptImage2 = soldByQuality(lowToHigh);
export const gptImage2Edit = soldByQuality(withImages(lowToHigh));

export const gptImageReading = {
  asOf: '2026-09-30',
  note: 'The page has prices of tokens and measured pictures; each size and quality is counted at the most that it can cost.',
} as const;

/** The images that are changed or combined, and a mask of what may change. */
export const gptImages = {
  image_urls: requiredUploadList({ accept: 'image', maxFiles: 4, missing: 'image_required' }),
  mask_url: optionalUpload({ accept: 'image' }),
};

const format = { prompt: imagePromptField(), image_size: oneOf(sizes, { default: 'square_hd' }) };

const rest = {
  num_images: numImagesField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

export const gptImage25Options = {
  ...format,
  quality: oneOf(['low', 'max'], { default: 'low' }),
  ...rest,
};

export const gptImage2Options = {
  ...format,
  quality: oneOf(['low', 'medium', 'high'], { default: 'medium' }),
  ...rest,
};

export const gptImageWire = {
  prompt: same,
  image_size: same,
  quality: same,
  num_images: same,
  negative_prompt: notSent,
  seed: notSent,
} as const;

export const gptEditWire = { image_urls: same, mask_url: { unless: null }, ...gptImageWire } as const;

export const gptImageRest = {
  unsold: { background: 'auto', output_format: 'png' },
  outputs: unflaggedOutputs,
  sample: { images: [{ url: 'https://v3b.fal.media/files/b/otter/g25.png', content_type: 'image/png' }] },
};
