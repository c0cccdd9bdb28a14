import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  numImagesField,
  toPixels,
} from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { imageOutputs, imageSample } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

// Every size that is sold is one megapixel of 1024 × 1024, rounded up as fal does.
const ratesMicroUsd = { any: 8_000 };
const cost = (input: { num_images: number }) => ratesMicroUsd.any * input.num_images;

export const kind = defineKind({
  id: 'flux-2-turbo',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 129, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    enable_prompt_expansion: switchField({ default: false }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(ruleCredits(ratesMicroUsd.any), {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 4,
  columns: (input) => ({ model: 'flux-2-turbo', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A lighthouse painted on a tile' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/flux-2/turbo',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      enable_safety_checker: same,
      enable_prompt_expansion: same,
      seed: sentSeed,
      negative_prompt: notSent,
    },
    unsold: { guidance_scale: 2.5, output_format: 'png', sync_mode: false },
    outputs: imageOutputs,
    sample: imageSample({ url: 'https://v3b.fal.media/files/b/heron/f2t.png', seed: 77, ...subject }),
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/learn/devs/flux-2-turbo-developer-guide',
      asOf: '2026-11-25',
    },
    examples: forImages(subject, 5),
  });
