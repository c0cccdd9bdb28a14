import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { singleImageOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

/** End of the first step of fal's prices. */
const maxPixels = 24_000_000;
const ratesMicroUsd = { 'up to 24 MP': 80_000 };
const cost = () => ratesMicroUsd['up to 24 MP'];

export const kind = defineKind({
  id: 'topaz-upscale-image',
  medium: 'image',
  menu: { group: 'image', path: 'image/upscale', order: 141, isNew: true, isPro: false, isPage: true },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    upscale_factor: oneOf([2, 4], { default: 2 }),
    face_enhancement: switchField({ default: true }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'topaz-upscale-image', mode: 'upscale' }),
});

const subject = { image_url: 'https://example.com/street.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/topaz/upscale/image',
    wire: {
      image_url: same,
      upscale_factor: same,
      face_enhancement: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    unsold: { model: 'Standard V2', output_format: 'jpeg', crop_to_fill: false, subject_detection: 'All' },
    outputs: singleImageOutputs,
    sample: {
      image: {
        url: 'https://v3b.fal.media/files/b/tiger/large.jpg',
        content_type: 'image/jpeg',
        file_name: 'large.jpg',
        file_size: 4_404_019,
      },
    },
    fileLimits: ({ upscale_factor }) => [{ field: 'image_url', maxPixels: maxPixels / upscale_factor ** 2 }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/fal-ai/topaz/upscale/image/llms.txt',
      asOf: '2026-11-24',
      note: "The page's steps above what is sold do not occur: larger pictures and faster videos are refused.",
    },
    examples: [
      { input: subject, costCredits: 40 },
      { input: { ...subject, upscale_factor: 4, face_enhancement: false }, costCredits: 40 },
    ],
  });
