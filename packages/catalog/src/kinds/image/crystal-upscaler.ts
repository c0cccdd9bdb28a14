import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedImageFields } from '../../fields/image-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, notSent, same } from '../../wire.ts';

const sizes = { '1080p': 1920 * 1080, '2160p': 3840 * 2160 } as const;
const ratesMicroUsd = { megapixel: 16_000 };
type Priced = { max_size: keyof typeof sizes };
/** A megapixel that is begun is counted whole. */
const cost = ({ max_size }: Priced) => ratesMicroUsd.megapixel * Math.ceil(sizes[max_size] / 1_000_000);

export const kind = defineKind({
  id: 'crystal-upscaler',
  medium: 'image',
  menu: { group: 'image', path: 'image/upscale', order: 172, isNew: true, isPro: false, isPage: true },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    upscale_factor: oneOf([2, 4], { default: 2 }),
    max_size: oneOf(['1080p', '2160p'], { default: '2160p' }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.max_size }),
  expectedOutputs: () => 1,
  expectedSeconds: () => 30,
  columns: () => ({ model: 'crystal-upscaler', mode: 'upscale' }),
});

const subject = { image_url: 'https://example.com/portrait.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'clarityai/crystal-upscaler',
    wire: {
      image_url: same,
      upscale_factor: 'scale_factor',
      max_size: limitsFile,
      negative_prompt: notSent,
      seed: notSent,
    },
    unsold: { creativity: 0 },
    outputs: unflaggedOutputs,
    sample: {
      images: [
        {
          url: 'https://v3b.fal.media/files/b/zebra/large.png',
          width: 2048,
          height: 2048,
          content_type: 'image/png',
        },
      ],
    },
    fileLimits: ({ upscale_factor, max_size }) => [
      { field: 'image_url', maxPixels: sizes[max_size] / upscale_factor ** 2 },
    ],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/models/clarityai/crystal-upscaler/llms.txt',
      asOf: '2026-11-30',
      note: 'The largest result of the chosen size is counted.',
    },
    examples: [
      { input: subject, costCredits: 75 },
      { input: { ...subject, upscale_factor: 4 }, costCredits: 75 },
      { input: { ...subject, max_size: '1080p' }, costCredits: 25 },
    ],
  });
