import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  nanoBananaCost,
  nanoBananaImages,
  nanoBananaPrice,
  nanoBananaProExamples,
  nanoBananaProFields,
  nanoBananaProRates,
  nanoBananaRest,
  nanoBananaWire,
} from '../../fields/nano-banana.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'nano-banana-pro-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 134, isNew: true, isPro: false, isPage: true },
  fields: { image_urls: nanoBananaImages(), ...nanoBananaProFields('auto') },
  validatedOnly: advancedImageFields,
  rules: [],
  price: nanoBananaPrice(nanoBananaProRates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 35,
  columns: () => ({ model: 'nano-banana-pro-edit', mode: 'edit' }),
});

const subject = {
  prompt: 'Turn the kitchen into a greenhouse',
  image_urls: ['https://example.com/kitchen.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/nano-banana-pro/edit',
    wire: { image_urls: same, ...nanoBananaWire },
    ...nanoBananaRest,
    providerPrice: {
      microUsd: nanoBananaProRates,
      unit: 'image',
      cost: nanoBananaCost(nanoBananaProRates),
      source: 'https://fal.ai/models/fal-ai/nano-banana-pro/edit/llms.txt',
      asOf: '2026-11-24',
    },
    examples: nanoBananaProExamples(subject),
  });
