import { defineKind } from '../../define-kind.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { singleImageOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

/** The most that a result has; larger ones are refused before anything is spent. */
const maxMegapixels = 24;
const ratesMicroUsd = { megapixel: 1_000 };
const cost = () => ratesMicroUsd.megapixel * maxMegapixels;

export const kind = defineKind({
  id: 'seedvr-upscale-image',
  medium: 'image',
  menu: { group: 'image', path: 'image/upscale', order: 171, isNew: true, isPro: false, isPage: true },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    upscale_factor: oneOf([2, 4], { default: 2 }),
    negative_prompt: ignoredNegativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'seedvr-upscale-image', mode: 'upscale' }),
});

const subject = { image_url: 'https://example.com/street.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/seedvr/upscale/image',
    wire: { image_url: same, upscale_factor: same, negative_prompt: notSent, seed: sentSeed },
    unsold: { upscale_mode: 'factor', noise_scale: 0.1, output_format: 'jpg', sync_mode: false },
    outputs: singleImageOutputs,
    sample: {
      image: { url: 'https://v3b.fal.media/files/b/lion/large.jpg', content_type: 'image/jpeg' },
      seed: 839_201,
    },
    fileLimits: ({ upscale_factor }) => [
      { field: 'image_url', maxPixels: (maxMegapixels * 1_000_000) / upscale_factor ** 2 },
    ],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/models/fal-ai/seedvr/upscale/image/llms.txt',
      asOf: '2026-11-30',
      note: 'The largest result that is sold is counted.',
    },
    examples: [
      { input: subject, costCredits: 15 },
      { input: { ...subject, upscale_factor: 4, seed: 7 }, costCredits: 15 },
    ],
  });
