import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  seedream5Charges,
  seedream5Options,
  seedream5Price,
  seedream5Rest,
  seedream5Wire,
} from '../../fields/seedream-5.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'seedream-5-flash',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 115, isNew: true, isPro: false, isPage: true },
  fields: { ...seedream5Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: seedream5Price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 12,
  columns: () => ({ model: 'seedream-5-flash', mode: 'text-to-image' }),
});

const subject = { prompt: 'A menu board of a noodle shop' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedream/v5/flash/text-to-image',
    wire: { ...seedream5Wire },
    ...seedream5Rest,
    providerPrice: {
      ...seedream5Charges,
      source: 'https://fal.ai/models/bytedance/seedream/v5/flash/text-to-image/llms.txt',
    },
    examples: [...forImages(subject, 15), { input: { ...subject, image_size: 'auto_1K' }, costCredits: 15 }],
  });
