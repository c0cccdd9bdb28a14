import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  maiEditRate,
  maiImageOptions,
  maiImageReading,
  maiImageRest,
  maiImageWire,
  soldByImage,
} from '../../fields/mai-image.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { defineServerHalf } from '../../server-half.ts';

const sold = soldByImage(maiEditRate);

export const kind = defineKind({
  id: 'mai-image-2-5-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 145, isNew: true, isPro: false, isPage: true },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    ...maiImageOptions,
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: sold.price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 45,
  columns: () => ({ model: 'mai-image-2-5-edit', mode: 'edit' }),
});

const subject = {
  prompt: 'Show the room in the evening, with the lamps on',
  image_url: 'https://example.com/room.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'microsoft/mai-image-2.5/edit',
    wire: { image_url: { as: 'image_urls', inList: true }, ...maiImageWire },
    ...maiImageRest,
    providerPrice: {
      ...sold.charges,
      ...maiImageReading,
      source: 'https://fal.ai/models/microsoft/mai-image-2.5/edit/llms.txt',
    },
    examples: forImages(subject, 55),
  });
