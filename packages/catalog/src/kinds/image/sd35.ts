import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imageNegativePromptField,
  imagePromptField,
  imageSizeField,
  numImagesField,
  stepsField,
  toPixels,
} from '../../fields/image-fields.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed, unsoldImage } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'sd35',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 116, isNew: false, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: imageNegativePromptField(),
    num_inference_steps: stepsField({ min: 1, max: 50, default: 30 }),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(8, {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 6,
  columns: (input) => ({ model: 'sd35', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A market hall full of oranges' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/stable-diffusion-v35-large',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: same,
      num_inference_steps: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { ...unsoldImage, guidance_scale: 3.5 },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3.fal.media/files/mango/s3.jpg', seed: 33, ...subject }),
    examples: [
      { input: subject, costCredits: 8 },
      { input: { ...subject, image_size: 'square', num_images: 2 }, costCredits: 16 },
      { input: { ...subject, num_inference_steps: 1, num_images: 3 }, costCredits: 24 },
      { input: { ...subject, num_inference_steps: 50, negative_prompt: '', num_images: 4 }, costCredits: 32 },
    ],
  });
