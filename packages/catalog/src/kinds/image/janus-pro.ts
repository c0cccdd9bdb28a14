import { createAdjuster } from '../../adjust.ts';
import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  cfgWeightField,
  imagePromptField,
  imageSizeField,
  imageTemperatureField,
  numImagesField,
  pixelsOf,
} from '../../fields/image-fields.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { pricePerImage } from '../../pricing.ts';
import { readImages } from '../../read-outputs.ts';
import { takeRequest } from '../../take-request.ts';
import { imageResult } from '../../to-result.ts';

/** product-2 section 9, whatever the size. */
const creditsPerImage = 25;
/** fal.md 3.3; the form's sliders offer these where they are narrower, the API takes the product's ranges. */
const falTemperature = { min: 0.1, max: 2 };
const falCfgWeight = { min: 1, max: 20 };
const subject = { prompt: 'A teapot in the shape of a whale' };

export const janusPro = defineKind({
  id: 'janus-pro',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 114, isNew: false, isPro: false },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    temperature: imageTemperatureField({ offered: falTemperature }),
    cfg_weight: cfgWeightField({ offered: { min: falCfgWeight.min, max: 10 } }),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(creditsPerImage, {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 8,
  columns: (input) => ({ model: 'janus-pro', mode: 'text-to-image', ...pixelsOf(input.image_size) }),
  provider: {
    endpoint: () => 'fal-ai/janus',
    toRequest(input) {
      const { clamp, adjustments } = createAdjuster();
      const body = {
        prompt: input.prompt,
        image_size: input.image_size,
        num_images: input.num_images,
        temperature: clamp('temperature', input.temperature, falTemperature),
        cfg_weight: clamp('cfg_weight', input.cfg_weight, falCfgWeight),
        enable_safety_checker: input.enable_safety_checker,
        ...(input.seed === null ? {} : { seed: input.seed }),
      };
      return { body, adjustments };
    },
    readOutputs: readImages,
    fromRequest: takeRequest({
      same: [
        'prompt',
        'image_size',
        'num_images',
        'temperature',
        'cfg_weight',
        'enable_safety_checker',
        'seed',
      ],
    }),
    toResult: imageResult,
    sample: {
      images: [
        {
          url: 'https://v3.fal.media/files/whale/j7.jpg',
          width: 1024,
          height: 1024,
          content_type: 'image/jpeg',
        },
      ],
      timings: { inference: 6.2 },
      seed: 1_209,
      has_nsfw_concepts: [false],
      prompt: 'A teapot in the shape of a whale',
    },
  },
  examples: [
    { input: subject, costCredits: 25 },
    { input: { ...subject, image_size: 'portrait_16_9', num_images: 2 }, costCredits: 50 },
    { input: { ...subject, temperature: 0, cfg_weight: 0, num_images: 3 }, costCredits: 75 },
    { input: { ...subject, temperature: 2, cfg_weight: 10, num_images: 4 }, costCredits: 100 },
  ],
});
