import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imageNegativePromptField,
  imagePromptField,
  imageSizeField,
  numImagesField,
  pixelsOf,
  stepsField,
} from '../../fields/image-fields.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { pricePerImage } from '../../pricing.ts';
import { readImages } from '../../read-outputs.ts';
import { takeRequest, unsoldImage } from '../../take-request.ts';
import { imageResult } from '../../to-result.ts';

/** product-2 section 9, whatever the size. */
const creditsPerImage = 8;
const subject = { prompt: 'A market hall full of oranges' };

export const sd35 = defineKind({
  id: 'sd35',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 116, isNew: false, isPro: false },
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
  price: (input) => pricePerImage(creditsPerImage, {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 6,
  columns: (input) => ({ model: 'sd35', mode: 'text-to-image', ...pixelsOf(input.image_size) }),
  provider: {
    endpoint: () => 'fal-ai/stable-diffusion-v35-large',
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
        negative_prompt: input.negative_prompt,
        image_size: input.image_size,
        num_images: input.num_images,
        num_inference_steps: input.num_inference_steps,
        enable_safety_checker: input.enable_safety_checker,
        ...(input.seed === null ? {} : { seed: input.seed }),
      },
      adjustments: [],
    }),
    readOutputs: readImages,
    fromRequest: takeRequest({
      same: [
        'prompt',
        'negative_prompt',
        'image_size',
        'num_images',
        'num_inference_steps',
        'enable_safety_checker',
        'seed',
      ],
      only: { ...unsoldImage, guidance_scale: 3.5 },
    }),
    toResult: imageResult,
    sample: {
      images: [
        {
          url: 'https://v3.fal.media/files/mango/s3.jpg',
          width: 1024,
          height: 1024,
          content_type: 'image/jpeg',
        },
      ],
      timings: { inference: 3.9 },
      seed: 33,
      has_nsfw_concepts: [false],
      prompt: 'A market hall full of oranges',
    },
  },
  examples: [
    { input: subject, costCredits: 8 },
    { input: { ...subject, image_size: 'square', num_images: 2 }, costCredits: 16 },
    { input: { ...subject, num_inference_steps: 1, num_images: 3 }, costCredits: 24 },
    { input: { ...subject, num_inference_steps: 50, negative_prompt: '', num_images: 4 }, costCredits: 32 },
  ],
});
