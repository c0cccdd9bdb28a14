import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  numImagesField,
  stepsField,
  toPixels,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, sliderField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

// Every size that is sold is one megapixel of 1024 × 1024, rounded up as fal does.
const ratesMicroUsd = { any: 12_000 };
const cost = (input: { num_images: number }) => ratesMicroUsd.any * input.num_images;

export const kind = defineKind({
  id: 'flux-2',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 121, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    num_inference_steps: stepsField({ min: 4, max: 50, default: 28 }),
    guidance_scale: sliderField({
      min: 1,
      max: 10,
      step: 0.1,
      default: 2.5,
      message: 'guidance_scale_range',
    }),
    enable_prompt_expansion: switchField({ default: false }),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(ruleCredits(ratesMicroUsd.any), {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 8,
  columns: (input) => ({ model: 'flux-2', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A lighthouse painted on a tile' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/flux-2',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: notSent,
      num_inference_steps: same,
      guidance_scale: same,
      enable_prompt_expansion: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { acceleration: 'regular', output_format: 'png', sync_mode: false },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3b.fal.media/files/b/heron/f2.png', seed: 77, ...subject }),
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/models/fal-ai/flux-2/llms.txt',
      asOf: '2026-11-24',
    },
    examples: forImages(subject, 10),
  });
