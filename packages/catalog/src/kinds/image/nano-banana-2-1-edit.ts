import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  nanoBanana21Charges,
  nanoBanana21Examples,
  nanoBanana21Fields,
  nanoBanana21Rates,
  nanoBanana21Rest,
  nanoBananaImages,
  nanoBananaPrice,
  nanoBananaWire,
} from '../../fields/nano-banana.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'nano-banana-2-1-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 136, isNew: true, isPro: false, isPage: true },
  fields: { image_urls: nanoBananaImages(), ...nanoBanana21Fields },
  validatedOnly: advancedImageFields,
  rules: [],
  price: nanoBananaPrice(nanoBanana21Rates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 25,
  columns: () => ({ model: 'nano-banana-2-1-edit', mode: 'edit' }),
});

const subject = { prompt: 'Show the same room at night', image_urls: ['https://example.com/room.jpg'] };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'google/nano-banana-2.1/edit',
    wire: { image_urls: same, ...nanoBananaWire },
    ...nanoBanana21Rest,
    providerPrice: { ...nanoBanana21Charges, source: 'https://fal.ai/models/google/nano-banana-2.1/edit' },
    examples: nanoBanana21Examples(subject),
  });
