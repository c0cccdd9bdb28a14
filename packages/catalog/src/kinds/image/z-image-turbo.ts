import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { ignored } from '../../field.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  numImagesField,
  stepsField,
  toPixels,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

// Counted as two megapixels: fal's page does not say whether 1024 × 1024 are one of them or a little more.
const ratesMicroUsd = { megapixel: 5_000 };
const perImage = 2 * ratesMicroUsd.megapixel;
const cost = (input: { num_images: number }) => perImage * input.num_images;

export const kind = defineKind({
  id: 'z-image-turbo',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 122, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    num_inference_steps: stepsField({ min: 1, max: 8, default: 8 }),
    enable_prompt_expansion: ignored(switchField({ default: false })),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(ruleCredits(perImage), {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 3,
  columns: (input) => ({ model: 'z-image-turbo', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A paper boat on a puddle' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/z-image/turbo',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: notSent,
      num_inference_steps: same,
      enable_prompt_expansion: notSent,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { acceleration: 'regular', output_format: 'png', sync_mode: false },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3b.fal.media/files/b/otter/z1.png', seed: 12, ...subject }),
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/docs/model-api-reference/image-generation-api/z-image-turbo',
      asOf: '2026-11-24',
    },
    examples: forImages(subject, 5),
  });
