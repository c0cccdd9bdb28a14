import { defineKind } from '../../define-kind.ts';
import {
  advancedImageFields,
  imageGuidanceField,
  imagePromptField,
  imageStrengthField,
  numImagesField,
  stepsField,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed, unsoldImage } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'flux-dev-image-to-image',
  medium: 'image',
  menu: {
    group: 'image',
    path: 'image/image-to-image',
    order: 120,
    isNew: false,
    isPro: false,
    isPage: true,
  },
  // The size has no field: it follows the input image.
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: imagePromptField(),
    image_strength: imageStrengthField(),
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
  expectedSeconds: () => 7,
  columns: () => ({ model: 'flux-dev', mode: 'image-to-image' }),
});

const prompt = 'The same street at night';
const subject = { prompt, image_url: 'https://example.com/street.jpg' };
const url = 'https://v3.fal.media/files/heron/i2.jpg';

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/flux/dev/image-to-image',
    wire: {
      image_url: same,
      prompt: same,
      image_strength: 'strength',
      num_images: same,
      negative_prompt: notSent,
      num_inference_steps: same,
      guidance_scale: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: { ...unsoldImage, acceleration: 'none' },
    outputs: imageOutputs,
    // A weak change may be invisible.
    expects: ({ strength, image_url }) => (Number(strength) >= 0.5 ? { unlike: String(image_url) } : {}),
    sample: imageSample({ url, seed: 4_711, prompt, width: 1216, height: 832 }),
    examples: [
      { input: subject, costCredits: 30 },
      { input: { ...subject, num_images: 2, image_strength: 0.1 }, costCredits: 60 },
      { input: { ...subject, num_images: 3 }, costCredits: 90 },
      { input: { ...subject, num_images: 4, image_strength: 1 }, costCredits: 120 },
    ],
  });
