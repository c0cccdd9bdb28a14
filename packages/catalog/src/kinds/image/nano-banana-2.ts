import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  nanoBanana2Examples,
  nanoBanana2Fields,
  nanoBanana2Rates,
  nanoBananaCost,
  nanoBananaPrice,
  nanoBananaRest,
  nanoBananaWire,
} from '../../fields/nano-banana.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'nano-banana-2',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 127, isNew: true, isPro: false, isPage: true },
  fields: nanoBanana2Fields,
  validatedOnly: advancedImageFields,
  rules: [],
  price: nanoBananaPrice(nanoBanana2Rates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'nano-banana-2', mode: 'text-to-image' }),
});

const subject = { prompt: 'A glass greenhouse in the fog' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/nano-banana-2',
    wire: nanoBananaWire,
    ...nanoBananaRest,
    providerPrice: {
      microUsd: nanoBanana2Rates,
      unit: 'image',
      cost: nanoBananaCost(nanoBanana2Rates),
      source: 'https://fal.ai/models/fal-ai/nano-banana-2/edit/llms.txt',
      asOf: '2026-11-24',
      note: 'Price of the edit endpoint of the same model; resellers give the same one for this endpoint.',
    },
    examples: nanoBanana2Examples(subject),
  });
