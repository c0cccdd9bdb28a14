import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  gptImage2,
  gptImage2Options,
  gptImageReading,
  gptImageRest,
  gptImageWire,
} from '../../fields/gpt-image.ts';
import { advancedImageFields, toPixels } from '../../fields/image-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'gpt-image-2',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 142, isNew: true, isPro: false, isPage: true },
  fields: { ...gptImage2Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: gptImage2.price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 40,
  columns: (input) => ({ model: 'gpt-image-2', mode: 'text-to-image', ...toPixels(input.image_size) }),
});

const subject = { prompt: 'A recipe card for lemon cake, with the steps in writing' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'openai/gpt-image-2',
    wire: { ...gptImageWire },
    ...gptImageRest,
    providerPrice: {
      ...gptImage2.charges,
      ...gptImageReading,
      source: 'https://fal.ai/models/openai/gpt-image-2/llms.txt',
    },
    examples: [
      ...forImages(subject, 40),
      { input: { ...subject, quality: 'low' }, costCredits: 15 },
      { input: { ...subject, quality: 'high' }, costCredits: 120 },
    ],
  });
