import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import {
  flareCost,
  flareEditRates,
  flareOptions,
  flarePrice,
  flareRest,
  flareWire,
} from '../../fields/gpt-image-2-5.ts';
import { advancedImageFields, toPixels } from '../../fields/image-fields.ts';
import { optionalUpload, requiredUploadList } from '../../fields/upload-field.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'gpt-image-2-5-flare-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 135, isNew: true, isPro: false, isPage: true },
  fields: {
    image_urls: requiredUploadList({ accept: 'image', maxFiles: 4, missing: 'image_required' }),
    mask_url: optionalUpload({ accept: 'image' }),
    ...flareOptions,
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: flarePrice(flareEditRates),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 40,
  columns: (input) => ({ model: 'gpt-image-2-5-flare-edit', mode: 'edit', ...toPixels(input.image_size) }),
});

const subject = {
  prompt: 'Give the room a green wall and more plants',
  image_urls: ['https://example.com/room.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'openai/gpt-image-2.5/flare/edit',
    wire: { image_urls: same, mask_url: { unless: null }, ...flareWire },
    ...flareRest,
    providerPrice: {
      microUsd: flareEditRates,
      unit: 'image',
      cost: flareCost(flareEditRates),
      source: 'https://fal.ai/models/openai/gpt-image-2.5/flare/edit/llms.txt',
      asOf: '2026-09-30',
      note: 'The page has prices of tokens and measured pictures; each size and quality is counted at the most that it can cost.',
    },
    examples: [
      ...forImages(subject, 35),
      { input: { ...subject, quality: 'max', mask_url: 'https://example.com/mask.png' }, costCredits: 140 },
    ],
  });
