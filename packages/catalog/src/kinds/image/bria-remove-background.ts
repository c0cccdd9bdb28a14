import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { singleImageOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 18_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'bria-remove-background',
  medium: 'image',
  menu: {
    group: 'image',
    path: 'image/remove-background',
    order: 151,
    isNew: true,
    isPro: false,
    isPage: true,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 5,
  columns: () => ({ model: 'bria-remove-background', mode: 'remove-background' }),
});

const subject = { image_url: 'https://example.com/chair.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bria/background/remove',
    wire: {
      image_url: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    unsold: { sync_mode: false },
    outputs: singleImageOutputs,
    sample: {
      image: {
        url: 'https://v3b.fal.media/files/b/rabbit/cut.png',
        content_type: 'image/png',
        file_name: 'cut.png',
        file_size: 482_044,
      },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'request',
      cost,
      source: 'https://fal.ai/models/fal-ai/bria/background/remove/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [{ input: subject, costCredits: 10 }],
  });
