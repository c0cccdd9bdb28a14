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

/** product-2 section 9: 8 for square, 20 for square_hd, 15 for portrait and landscape, each per image. */
const creditsBySize = {
  square: 8,
  square_hd: 20,
  portrait_4_3: 15,
  portrait_16_9: 15,
  landscape_4_3: 15,
  landscape_16_9: 15,
};

export const fluxSchnell = defineKind({
  id: 'flux-schnell',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 110, isNew: false, isPro: false },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: imageNegativePromptField(),
    num_inference_steps: stepsField({ min: 1, max: 12, default: 4 }),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) =>
    pricePerImage(creditsBySize[input.image_size], { image_size: input.image_size }, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 3,
  columns: (input) => ({ model: 'flux-schnell', mode: 'text-to-image', ...pixelsOf(input.image_size) }),
  provider: {
    endpoint: () => 'fal-ai/flux/schnell',
    // No field for a negative prompt: it is stored and shown, not sent (ruling 13a).
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
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
      same: ['prompt', 'image_size', 'num_images', 'num_inference_steps', 'enable_safety_checker', 'seed'],
      only: { ...unsoldImage, guidance_scale: 3.5, acceleration: 'none' },
    }),
    toResult: imageResult,
    sample: {
      images: [
        {
          url: 'https://v3.fal.media/files/zebra/x9.jpg',
          width: 1024,
          height: 1024,
          content_type: 'image/jpeg',
        },
      ],
      timings: { inference: 0.41 },
      seed: 21,
      has_nsfw_concepts: [false],
      prompt: 'A red fox in fresh snow',
    },
  },
  examples: [
    { input: { prompt: 'A red fox in fresh snow', image_size: 'square' }, costCredits: 8 },
    { input: { prompt: 'A red fox in fresh snow' }, costCredits: 20 },
    {
      input: { prompt: 'A red fox in fresh snow', image_size: 'portrait_4_3', num_images: 4 },
      costCredits: 60,
    },
    { input: { prompt: 'A red fox in fresh snow', image_size: 'portrait_16_9' }, costCredits: 15 },
    {
      input: { prompt: 'A red fox in fresh snow', image_size: 'landscape_4_3', num_images: 2 },
      costCredits: 30,
    },
    {
      input: { prompt: 'A red fox in fresh snow', image_size: 'landscape_16_9', num_images: 3 },
      costCredits: 45,
    },
  ],
});
