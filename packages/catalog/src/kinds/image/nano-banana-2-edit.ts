import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  nanoBanana2Examples,
  nanoBanana2Fields,
  nanoBanana2Rates,
  nanoBananaCost,
  nanoBananaImages,
  nanoBananaPrice,
  nanoBananaRest,
  nanoBananaWire,
} from '../../fields/nano-banana.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'nano-banana-2-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 133, isNew: true, isPro: false, isPage: true },
  fields: { image_urls: nanoBananaImages(), ...nanoBanana2Fields },
  validatedOnly: advancedImageFields,
  rules: [],
  price: nanoBananaPrice(nanoBanana2Rates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 25,
  columns: () => ({ model: 'nano-banana-2-edit', mode: 'edit' }),
});

const subject = {
  prompt: 'Turn the kitchen into a greenhouse',
  image_urls: ['https://example.com/kitchen.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/nano-banana-2/edit',
    wire: { image_urls: same, ...nanoBananaWire },
    ...nanoBananaRest,
    providerPrice: {
      microUsd: nanoBanana2Rates,
      unit: 'image',
      cost: nanoBananaCost(nanoBanana2Rates),
      source: 'https://fal.ai/models/fal-ai/nano-banana-2/edit/llms.txt',
      asOf: '2026-11-24',
    },
    examples: nanoBanana2Examples(subject),
  });
