import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  flareCost,
  flareOptions,
  flarePrice,
  flareRates,
  flareRest,
  flareWire,
} from '../../fields/gpt-image-2-5.ts';
import { advancedImageFields, toPixels } from '../../fields/image-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'gpt-image-2-5-flare',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 111, isNew: true, isPro: false, isPage: true },
  fields: { ...flareOptions },
  validatedOnly: advancedImageFields,
  rules: [],
  price: flarePrice(flareRates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 30,
  columns: (input) => ({
    model: 'gpt-image-2-5-flare',
    mode: 'text-to-image',
    ...toPixels(input.image_size),
  }),
});

const subject = { prompt: 'A subway map of an imaginary city, with names' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'openai/gpt-image-2.5/flare/text-to-image',
    wire: { ...flareWire },
    ...flareRest,
    providerPrice: {
      microUsd: flareRates,
      unit: 'image',
      cost: flareCost(flareRates),
      source: 'https://fal.ai/models/openai/gpt-image-2.5/flare/text-to-image/llms.txt',
      asOf: '2026-09-30',
      note: 'The page has prices of tokens and measured pictures; each size and quality is counted at the most that it can cost.',
    },
    examples: [...forImages(subject, 15), { input: { ...subject, quality: 'max' }, costCredits: 120 }],
  });
