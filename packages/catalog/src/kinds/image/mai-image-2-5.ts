import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  maiImageOptions,
  maiImageRate,
  maiImageReading,
  maiImageRest,
  maiImageWire,
  soldByImage,
} from '../../fields/mai-image.ts';
import { defineServerHalf } from '../../server-half.ts';

const sold = soldByImage(maiImageRate);

export const kind = defineKind({
  id: 'mai-image-2-5',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 144, isNew: true, isPro: false, isPage: true },
  fields: { ...maiImageOptions },
  validatedOnly: advancedImageFields,
  rules: [],
  price: sold.price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 40,
  columns: () => ({ model: 'mai-image-2-5', mode: 'text-to-image' }),
});

const subject = { prompt: 'A glass greenhouse in snow, lit from within' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'microsoft/mai-image-2.5',
    wire: { ...maiImageWire },
    ...maiImageRest,
    providerPrice: {
      ...sold.charges,
      ...maiImageReading,
      source: 'https://fal.ai/models/microsoft/mai-image-2.5/llms.txt',
    },
    examples: forImages(subject, 50),
  });
