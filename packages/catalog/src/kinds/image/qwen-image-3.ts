import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  advancedImageFields,
  imagePromptField,
  imageSizeField,
  numImagesField,
  toPixels,
} from '../../fields/image-fields.ts';
import { shortNegativePromptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentShortSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = { any: 40_000 };
const cost = (input: { num_images: number }) => ratesMicroUsd.any * input.num_images;

export const kind = defineKind({
  id: 'qwen-image-3',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 119, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    image_size: imageSizeField(),
    num_images: numImagesField(),
    negative_prompt: shortNegativePromptField(500),
    enable_prompt_expansion: switchField({ default: true }),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => pricePerImage(ruleCredits(ratesMicroUsd.any), {}, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 15,
  columns: (input) => ({ model: 'qwen-image-3', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A shop sign in Chinese calligraphy' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/qwen-image-3/text-to-image',
    wire: {
      prompt: same,
      image_size: same,
      num_images: same,
      negative_prompt: same,
      enable_prompt_expansion: same,
      enable_safety_checker: same,
      seed: sentShortSeed,
    },
    unsold: { output_format: 'png', sync_mode: false },
    outputs: unflaggedOutputs,
    sample: {
      images: [{ url: 'https://v3b.fal.media/files/b/koala/q3.png', content_type: 'image/png' }],
      seed: 42,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/alibaba/qwen-image-3/text-to-image/llms.txt',
      asOf: '2026-09-30',
      note: 'The page has the price of 1K; larger sizes are not sold.',
    },
    examples: forImages(subject, 20),
  });
