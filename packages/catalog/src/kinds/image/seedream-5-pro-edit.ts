import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  seedream5Images,
  seedream5Options,
  seedream5ProCharges,
  seedream5ProExamples,
  seedream5ProPrice,
  seedream5Rest,
  seedream5Wire,
} from '../../fields/seedream-5.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'seedream-5-pro-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 138, isNew: true, isPro: false, isPage: true },
  fields: { image_urls: seedream5Images(), ...seedream5Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: seedream5ProPrice,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 30,
  columns: () => ({ model: 'seedream-5-pro-edit', mode: 'edit' }),
});

const photo = 'https://example.com/room.jpg';
const subject = { prompt: 'Hang the second picture above the sofa of the first', image_urls: [photo] };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedream/v5/pro/edit',
    wire: { image_urls: same, ...seedream5Wire },
    ...seedream5Rest,
    providerPrice: {
      ...seedream5ProCharges,
      source: 'https://fal.ai/models/bytedance/seedream/v5/pro/edit/llms.txt',
      note: 'Each input image after the first adds $0.0045.',
    },
    examples: [
      ...seedream5ProExamples(subject),
      { input: { ...subject, image_urls: [photo, 'https://example.com/picture.jpg'] }, costCredits: 70 },
      { input: { ...subject, image_urls: Array(10).fill(photo) }, costCredits: 90 },
    ],
  });
