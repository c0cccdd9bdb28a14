import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  numImagesField,
  toPixels,
} from '../../fields/image-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { inCapitals, sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const speeds = ['turbo', 'balanced', 'quality'] as const;
const ratesMicroUsd = { turbo: 7_500, balanced: 15_000, quality: 25_000 };
type Priced = { rendering_speed: keyof typeof ratesMicroUsd; num_images: number };
/** No size is larger than one megapixel. */
const cost = ({ rendering_speed, num_images }: Priced) => ratesMicroUsd[rendering_speed] * num_images;

export const kind = defineKind({
  id: 'ideogram-v4',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 117, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    rendering_speed: oneOf(speeds, { default: 'balanced' }),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(ruleCredits(ratesMicroUsd[input.rendering_speed]), {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 15,
  columns: (input) => ({ model: 'ideogram-v4', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A book cover with a title in three colours' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'ideogram/v4',
    wire: {
      prompt: same,
      image_size: same,
      rendering_speed: inCapitals(speeds),
      num_images: same,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    fixed: { expansion_model: 'None' },
    unsold: { output_format: 'jpeg', sync_mode: false },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3b.fal.media/files/b/lion/i4.jpg', seed: 7, prompt: 'A poster' }),
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/models/ideogram/v4/llms.txt',
      asOf: '2026-09-30',
      note: 'The page names a fee for the expansion of prompts without its amount, so it is off.',
    },
    examples: [
      ...forImages(subject, 10),
      { input: { ...subject, rendering_speed: 'turbo' }, costCredits: 5 },
      { input: { ...subject, rendering_speed: 'quality' }, costCredits: 15 },
    ],
  });
