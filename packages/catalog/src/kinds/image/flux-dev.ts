import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imageGuidanceField,
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
const creditsPerImage = 30;
const subject = { prompt: 'A lighthouse in a winter storm' };

export const fluxDev = defineKind({
  id: 'flux-dev',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 112, isNew: false, isPro: false },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: imageNegativePromptField(),
    num_inference_steps: stepsField({ min: 10, max: 50, default: 28 }),
    guidance_scale: imageGuidanceField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(creditsPerImage, {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 6,
  columns: (input) => ({ model: 'flux-dev', mode: 'text-to-image', ...pixelsOf(input.image_size) }),
  provider: {
    endpoint: () => 'fal-ai/flux/dev',
    // No field for a negative prompt: it is stored and shown, not sent (ruling 13a).
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
        image_size: input.image_size,
        num_images: input.num_images,
        num_inference_steps: input.num_inference_steps,
        guidance_scale: input.guidance_scale,
        enable_safety_checker: input.enable_safety_checker,
        ...(input.seed === null ? {} : { seed: input.seed }),
      },
      adjustments: [],
    }),
    readOutputs: readImages,
    fromRequest: takeRequest({
      same: [
        'prompt',
        'image_size',
        'num_images',
        'num_inference_steps',
        'guidance_scale',
        'enable_safety_checker',
        'seed',
      ],
      only: { ...unsoldImage, acceleration: 'none' },
    }),
    toResult: imageResult,
    sample: {
      images: [
        {
          url: 'https://v3.fal.media/files/otter/d4.jpg',
          width: 1024,
          height: 1024,
          content_type: 'image/jpeg',
        },
      ],
      timings: { inference: 2.7 },
      seed: 815,
      has_nsfw_concepts: [false],
      prompt: 'A lighthouse in a winter storm',
    },
  },
  examples: [
    { input: subject, costCredits: 30 },
    { input: { ...subject, image_size: 'square', num_images: 2 }, costCredits: 60 },
    { input: { ...subject, num_inference_steps: 50, num_images: 3 }, costCredits: 90 },
    { input: { ...subject, image_size: 'landscape_16_9', num_images: 4 }, costCredits: 120 },
  ],
});
