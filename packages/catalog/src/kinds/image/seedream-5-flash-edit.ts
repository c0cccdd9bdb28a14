import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  seedream5Charges,
  seedream5Images,
  seedream5Options,
  seedream5Price,
  seedream5Rest,
  seedream5Wire,
} from '../../fields/seedream-5.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'seedream-5-flash-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 137, isNew: true, isPro: false, isPage: true },
  fields: { image_urls: seedream5Images(), ...seedream5Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: seedream5Price,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 15,
  columns: () => ({ model: 'seedream-5-flash-edit', mode: 'edit' }),
});

const subject = {
  prompt: 'Replace the carpet with wooden boards',
  image_urls: ['https://example.com/room.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedream/v5/flash/edit',
    wire: { image_urls: same, ...seedream5Wire },
    ...seedream5Rest,
    providerPrice: {
      ...seedream5Charges,
      source: 'https://fal.ai/models/bytedance/seedream/v5/flash/edit/llms.txt',
    },
    examples: [...forImages(subject, 15), { input: { ...subject, image_size: 'auto_1K' }, costCredits: 15 }],
  });
