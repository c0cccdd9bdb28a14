import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  cfgWeightField,
  imagePromptField,
  imageSizeField,
  imageTemperatureField,
  numImagesField,
  toPixels,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

// The form's sliders offer these ranges where they are narrower; the API takes the product's.
const falTemperature = { min: 0.1, max: 2 };
const falCfgWeight = { min: 1, max: 20 };

export const kind = defineKind({
  id: 'janus-pro',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 114, isNew: false, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    temperature: imageTemperatureField({ offered: falTemperature }),
    cfg_weight: cfgWeightField({ offered: { min: falCfgWeight.min, max: 10 } }),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(25, {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 8,
  columns: (input) => ({ model: 'janus-pro', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A teapot in the shape of a whale' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/janus',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: notSent,
      temperature: { range: falTemperature },
      cfg_weight: { range: falCfgWeight },
      enable_safety_checker: same,
      seed: sentSeed,
    },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3.fal.media/files/whale/j7.jpg', seed: 1_209, ...subject }),
    examples: [
      { input: subject, costCredits: 25 },
      { input: { ...subject, image_size: 'portrait_16_9', num_images: 2 }, costCredits: 50 },
      { input: { ...subject, temperature: 0, cfg_weight: 0, num_images: 3 }, costCredits: 75 },
      { input: { ...subject, temperature: 2, cfg_weight: 10, num_images: 4 }, costCredits: 100 },
    ],
  });
