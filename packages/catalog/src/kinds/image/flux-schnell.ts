import { defineKind } from '../../define-kind.ts';
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
import { pricePerImage } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed, unsoldImage } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const creditsBySize = {
  square: 8,
  square_hd: 20,
  portrait_4_3: 15,
  portrait_16_9: 15,
  landscape_4_3: 15,
  landscape_16_9: 15,
};

export const kind = defineKind({
  id: 'flux-schnell',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 110, isNew: false, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
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
  columns: (input) => ({ model: 'flux-schnell', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A red fox in fresh snow' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/flux/schnell',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: notSent,
      num_inference_steps: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { ...unsoldImage, guidance_scale: 3.5, acceleration: 'none' },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3.fal.media/files/zebra/x9.jpg', seed: 21, ...subject }),
    examples: [
      { input: { ...subject, image_size: 'square' }, costCredits: 8 },
      { input: subject, costCredits: 20 },
      { input: { ...subject, image_size: 'portrait_4_3', num_images: 4 }, costCredits: 60 },
      { input: { ...subject, image_size: 'portrait_16_9' }, costCredits: 15 },
      { input: { ...subject, image_size: 'landscape_4_3', num_images: 2 }, costCredits: 30 },
      { input: { ...subject, image_size: 'landscape_16_9', num_images: 3 }, costCredits: 45 },
    ],
  });
