import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import {
  seedream5Options,
  seedream5ProCharges,
  seedream5ProExamples,
  seedream5ProPrice,
  seedream5Rest,
  seedream5Wire,
} from '../../fields/seedream-5.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'seedream-5-pro',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 131, isNew: true, isPro: false, isPage: true },
  fields: { ...seedream5Options },
  validatedOnly: advancedImageFields,
  rules: [],
  price: seedream5ProPrice,
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 25,
  columns: () => ({ model: 'seedream-5-pro', mode: 'text-to-image' }),
});

const subject = { prompt: 'A botanical plate of a fern, with captions in Latin' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedream/v5/pro/text-to-image',
    wire: { ...seedream5Wire },
    ...seedream5Rest,
    providerPrice: {
      ...seedream5ProCharges,
      source: 'https://fal.ai/models/bytedance/seedream/v5/pro/text-to-image/llms.txt',
    },
    examples: seedream5ProExamples(subject),
  });
