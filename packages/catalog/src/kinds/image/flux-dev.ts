import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imageGuidanceField,
  imagePromptField,
  imageSizeField,
  numImagesField,
  stepsField,
  toPixels,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed, unsoldImage } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'flux-dev',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 112, isNew: false, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    num_inference_steps: stepsField({ min: 10, max: 50, default: 28 }),
    guidance_scale: imageGuidanceField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(30, {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 6,
  columns: (input) => ({ model: 'flux-dev', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A lighthouse in a winter storm' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/flux/dev',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: notSent,
      num_inference_steps: same,
      guidance_scale: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { ...unsoldImage, acceleration: 'none' },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3.fal.media/files/otter/d4.jpg', seed: 815, ...subject }),
    examples: [
      { input: subject, costCredits: 30 },
      { input: { ...subject, image_size: 'square', num_images: 2 }, costCredits: 60 },
      { input: { ...subject, num_inference_steps: 50, num_images: 3 }, costCredits: 90 },
      { input: { ...subject, image_size: 'landscape_16_9', num_images: 4 }, costCredits: 120 },
    ],
  });
