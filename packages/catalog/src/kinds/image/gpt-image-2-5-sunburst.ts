import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  gptImage25,
  gptImage25Options,
  gptImageReading,
  gptImageRest,
  gptImageWire,
} from '../../fields/gpt-image.ts';
import { advancedImageFields, toPixels } from '../../fields/image-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'gpt-image-2-5-sunburst',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 139, isNew: true, isPro: false, isPage: true },
  fields: { ...gptImage25Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: gptImage25.price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 45,
  columns: (input) => ({
    model: 'gpt-image-2-5-sunburst',
    mode: 'text-to-image',
    ...toPixels(input.image_size),
  }),
});

const subject = { prompt: 'A cutaway drawing of a lighthouse, each floor with its name' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'openai/gpt-image-2.5/sunburst/text-to-image',
    wire: { ...gptImageWire },
    ...gptImageRest,
    providerPrice: {
      ...gptImage25.charges,
      ...gptImageReading,
      source: 'https://fal.ai/models/openai/gpt-image-2.5/sunburst/text-to-image/llms.txt',
    },
    examples: [...forImages(subject, 15), { input: { ...subject, quality: 'max' }, costCredits: 120 }],
  });
