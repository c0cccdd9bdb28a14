import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  gptEditWire,
  gptImage25Edit,
  gptImage25Options,
  gptImageReading,
  gptImageRest,
  gptImages,
} from '../../fields/gpt-image.ts';
import { advancedImageFields, toPixels } from '../../fields/image-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'gpt-image-2-5-sunburst-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 140, isNew: true, isPro: false, isPage: true },
  fields: { ...gptImages, ...gptImage25Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: gptImage25Edit.price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 55,
  columns: (input) => ({ model: 'gpt-image-2-5-sunburst-edit', mode: 'edit', ...toPixels(input.image_size) }),
});

const subject = {
  prompt: 'Turn the room into a reading corner in warm light',
  image_urls: ['https://example.com/room.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'openai/gpt-image-2.5/sunburst/edit',
    wire: { ...gptEditWire },
    ...gptImageRest,
    providerPrice: {
      ...gptImage25Edit.charges,
      ...gptImageReading,
      source: 'https://fal.ai/models/openai/gpt-image-2.5/sunburst/edit/llms.txt',
    },
    examples: [
      ...forImages(subject, 35),
      { input: { ...subject, quality: 'max', mask_url: 'https://example.com/mask.png' }, costCredits: 140 },
    ],
  });
