import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  nanoBananaCost,
  nanoBananaPrice,
  nanoBananaProExamples,
  nanoBananaProFields,
  nanoBananaProRates,
  nanoBananaRest,
  nanoBananaWire,
} from '../../fields/nano-banana.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'nano-banana-pro',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 128, isNew: true, isPro: false, isPage: true },
  fields: nanoBananaProFields('1:1'),
  validatedOnly: advancedImageFields,
  rules: [],
  price: nanoBananaPrice(nanoBananaProRates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 30,
  columns: () => ({ model: 'nano-banana-pro', mode: 'text-to-image' }),
});

const subject = { prompt: 'A glass greenhouse in the fog' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/nano-banana-pro',
    wire: nanoBananaWire,
    ...nanoBananaRest,
    providerPrice: {
      microUsd: nanoBananaProRates,
      unit: 'image',
      cost: nanoBananaCost(nanoBananaProRates),
      source: 'https://fal.ai/models/fal-ai/nano-banana-pro/edit/llms.txt',
      asOf: '2026-11-24',
      note: 'Price of the edit endpoint of the same model; resellers give the same one for this endpoint.',
    },
    examples: nanoBananaProExamples(subject),
  });
