import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  gptEditWire,
  gptImage2Edit,
  gptImage2Options,
  gptImageReading,
  gptImageRest,
  gptImages,
} from '../../fields/gpt-image.ts';
import { advancedImageFields, toPixels } from '../../fields/image-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'gpt-image-2-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 143, isNew: true, isPro: false, isPage: true },
  fields: { ...gptImages, ...gptImage2Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: gptImage2Edit.price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 50,
  columns: (input) => ({ model: 'gpt-image-2-edit', mode: 'edit', ...toPixels(input.image_size) }),
});

const subject = {
  prompt: 'Replace the window of the room with a bookcase',
  image_urls: ['https://example.com/room.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'openai/gpt-image-2/edit',
    wire: { ...gptEditWire },
    ...gptImageRest,
    providerPrice: {
      ...gptImage2Edit.charges,
      ...gptImageReading,
      source: 'https://fal.ai/models/openai/gpt-image-2/edit/llms.txt',
    },
    examples: [
      ...forImages(subject, 60),
      { input: { ...subject, quality: 'low' }, costCredits: 35 },
      { input: { ...subject, quality: 'high', mask_url: 'https://example.com/mask.png' }, costCredits: 140 },
    ],
  });
