import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imageGuidanceField,
  imageNegativePromptField,
  imagePromptField,
  imageStrengthField,
  numImagesField,
  stepsField,
} from '../../fields/image-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { pricePerImage } from '../../pricing.ts';
import { readImages } from '../../read-outputs.ts';
import { takeRequest, unsoldImage } from '../../take-request.ts';
import { imageResult } from '../../to-result.ts';

/** product-2 section 9, as for the same model without an image. */
const creditsPerImage = 30;
const subject = { prompt: 'The same street at night', image_url: 'https://example.com/street.jpg' };

export const fluxDevImageToImage = defineKind({
  id: 'flux-dev-image-to-image',
  medium: 'image',
  menu: { group: 'image', path: 'image/image-to-image', order: 120, isNew: false, isPro: false },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: imagePromptField(),
    image_strength: imageStrengthField(),
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
  expectedSeconds: () => 7,
  columns: () => ({ model: 'flux-dev', mode: 'image-to-image' }),
  provider: {
    endpoint: () => 'fal-ai/flux/dev/image-to-image',
    // No field for the size, which follows the input, and none for a negative prompt (ruling 13a).
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
        image_url: input.image_url,
        strength: input.image_strength,
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
        'image_url',
        'num_images',
        'num_inference_steps',
        'guidance_scale',
        'enable_safety_checker',
        'seed',
      ],
      renamed: { strength: 'image_strength' },
      only: { ...unsoldImage, acceleration: 'none' },
    }),
    toResult: imageResult,
    sample: {
      images: [
        {
          url: 'https://v3.fal.media/files/heron/i2.jpg',
          width: 1216,
          height: 832,
          content_type: 'image/jpeg',
        },
      ],
      timings: { inference: 3.1 },
      seed: 4_711,
      has_nsfw_concepts: [false],
      prompt: 'The same street at night',
    },
  },
  examples: [
    { input: subject, costCredits: 30 },
    { input: { ...subject, num_images: 2, image_strength: 0.1 }, costCredits: 60 },
    { input: { ...subject, num_images: 3 }, costCredits: 90 },
    { input: { ...subject, num_images: 4, image_strength: 1 }, costCredits: 120 },
  ],
});
