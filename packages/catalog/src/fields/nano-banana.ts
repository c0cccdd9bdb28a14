import { forImages } from '../examples.ts';
import { describedOutputs } from '../outputs.ts';
import { pricePerImage, ruleCredits } from '../pricing.ts';
import { sentSeed } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { imagePromptField, numImagesField } from './image-fields.ts';
import { modelRatioField, oneOf } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { requiredUploadList } from './upload-field.ts';
import { seedField } from './value-fields.ts';

// Nano Banana 2, 2.1 and Pro: what all of their endpoints take and deliver, and the ratios and rates of both.

// biome-ignore format: in one line
const proRatios = ['auto', '1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5', '21:9'] as const;
const ratios2 = [...proRatios, '4:1', '1:4', '8:1', '1:8'] as const;

export const nanoBanana2Rates = { '0.5K': 60_000, '1K': 80_000, '2K': 120_000, '4K': 160_000 };
/** Counted for the most: fal bills its successor by tokens. */
export const nanoBanana21Rates = { '1K': 40_000, '2K': 60_000 };
export const nanoBananaProRates = { '1K': 150_000, '2K': 150_000, '4K': 300_000 };

const options = {
  num_images: numImagesField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: seedField(),
};

export const nanoBanana2Fields = {
  prompt: imagePromptField(),
  aspect_ratio: modelRatioField(ratios2, 'auto'),
  resolution: oneOf(['0.5K', '1K', '2K', '4K'], { default: '1K' }),
  ...options,
};

export const nanoBanana21Fields = {
  prompt: imagePromptField(),
  aspect_ratio: modelRatioField(ratios2, 'auto'),
  resolution: oneOf(['1K', '2K'], { default: '1K' }),
  ...options,
};

export const nanoBananaProFields = (ratio: (typeof proRatios)[number]) => ({
  prompt: imagePromptField(),
  aspect_ratio: modelRatioField(proRatios, ratio),
  resolution: oneOf(['1K', '2K', '4K'], { default: '1K' }),
  ...options,
});

/** The images that are edited. */
export const nanoBananaImages = () =>
  requiredUploadList({ accept: 'image', maxFiles: 14, missing: 'image_required' });

type Rates<Resolution extends string> = Readonly<Record<Resolution, number>>;
type Priced<Resolution> = { resolution: Resolution; num_images: number };

export const nanoBananaCost =
  <Resolution extends string>(ratesMicroUsd: Rates<Resolution>) =>
  ({ resolution, num_images }: Priced<Resolution>) =>
    ratesMicroUsd[resolution] * num_images;

export const nanoBananaPrice =
  <Resolution extends string>(ratesMicroUsd: Rates<Resolution>) =>
  ({ resolution, num_images }: Priced<Resolution>) =>
    pricePerImage(ruleCredits(ratesMicroUsd[resolution]), { resolution }, num_images);

export const nanoBananaWire = {
  prompt: same,
  aspect_ratio: same,
  resolution: same,
  num_images: same,
  negative_prompt: notSent,
  seed: sentSeed,
} as const;

export const nanoBananaRest = {
  /** Limits the result to the number of images that are paid for. */
  fixed: { safety_tolerance: '4', limit_generations: true },
  unsold: { output_format: 'png', sync_mode: false, enable_web_search: false },
  outputs: describedOutputs,
  sample: {
    images: [{ url: 'https://v3b.fal.media/files/b/panda/n1.png', content_type: 'image/png' }],
    description: '',
  },
} as const;

export const nanoBanana21Rest = {
  fixed: { limit_generations: true },
  unsold: { output_format: 'png' },
  outputs: describedOutputs,
  sample: nanoBananaRest.sample,
} as const;

export const nanoBanana21Charges = {
  microUsd: nanoBanana21Rates,
  unit: 'image',
  cost: nanoBananaCost(nanoBanana21Rates),
  asOf: '2026-10-31',
  note: "fal's page was not read: it bills tokens. Google's list has $0.0336 at 1K and $0.0504 at 2K; one program that sells it counts $0.06 at 2K. 4K is not sold, because no price was found.",
} as const;

export const nanoBanana21Examples = <Subject extends object>(subject: Subject) =>
  [...forImages(subject, 20), { input: { ...subject, resolution: '2K' }, costCredits: 30 }] as const;

export const nanoBanana2Examples = <Subject extends object>(subject: Subject) =>
  [
    ...forImages(subject, 40),
    { input: { ...subject, resolution: '0.5K' }, costCredits: 30 },
    { input: { ...subject, resolution: '2K' }, costCredits: 60 },
    { input: { ...subject, resolution: '4K' }, costCredits: 80 },
  ] as const;

export const nanoBananaProExamples = <Subject extends object>(subject: Subject) =>
  [
    ...forImages(subject, 75),
    { input: { ...subject, resolution: '2K' }, costCredits: 75 },
    { input: { ...subject, resolution: '4K' }, costCredits: 150 },
  ] as const;
