import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  nanoBanana21Charges,
  nanoBanana21Examples,
  nanoBanana21Fields,
  nanoBanana21Rates,
  nanoBanana21Rest,
  nanoBananaPrice,
  nanoBananaWire,
} from '../../fields/nano-banana.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'nano-banana-2-1',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 113, isNew: true, isPro: false, isPage: true },
  fields: { ...nanoBanana21Fields },
  validatedOnly: advancedImageFields,
  rules: [],
  price: nanoBananaPrice(nanoBanana21Rates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'nano-banana-2-1', mode: 'text-to-image' }),
});

const subject = { prompt: 'An exploded view of a bicycle, labelled by hand' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'google/nano-banana-2.1',
    wire: { ...nanoBananaWire },
    ...nanoBanana21Rest,
    providerPrice: { ...nanoBanana21Charges, source: 'https://fal.ai/models/google/nano-banana-2.1' },
    examples: nanoBanana21Examples(subject),
  });
