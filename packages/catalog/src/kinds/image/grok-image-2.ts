import { defineKind } from '../../define-kind.ts';
import { forImages } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { advancedImageFields, imagePromptField, numImagesField } from '../../fields/image-fields.ts';
import { modelRatioField, oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { unflaggedOutputs } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

// biome-ignore format: in one line
const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '2:1', '1:2', '20:9', '9:20'] as const;
const ratesMicroUsd = { '1K low': 40_000, '1K medium': 60_000, '2K low': 60_000, '2K medium': 80_000 };
type Priced = { resolution: '1K' | '2K'; quality: 'low' | 'medium'; num_images: number };
const findRate = ({ resolution, quality }: Priced) => ratesMicroUsd[`${resolution} ${quality}`];

export const kind = defineKind({
  id: 'grok-image-2',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 178, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    aspect_ratio: modelRatioField(ratios, '1:1'),
    resolution: oneOf(['1K', '2K'], { default: '1K' }),
    quality: oneOf(['low', 'medium'], { default: 'medium' }),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) =>
    pricePerImage(ruleCredits(findRate(input)), { resolution: input.resolution }, input.num_images),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: (input) => (input.quality === 'low' ? 20 : 70),
  columns: () => ({ model: 'grok-image-2', mode: 'text-to-image' }),
});

const subject = { prompt: 'A paper kite over a salt lake at dawn' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'xai/grok-imagine-image/v2.0/text-to-image',
    wire: {
      prompt: same,
      aspect_ratio: same,
      resolution: { values: { '1K': '1k', '2K': '2k' } },
      quality: same,
      num_images: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    unsold: { output_format: 'jpeg' },
    outputs: unflaggedOutputs,
    sample: {
      images: [{ url: 'https://v3b.fal.media/files/b/koala/grok2.jpg', content_type: 'image/jpeg' }],
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost: (input) => findRate(input) * input.num_images,
      source: 'https://fal.ai/models/xai/grok-imagine-image/v2.0/text-to-image/llms.txt',
      asOf: '2026-11-30',
      note: 'Read from a copy of the page.',
    },
    examples: [
      ...forImages(subject, 30),
      { input: { ...subject, quality: 'low' }, costCredits: 20 },
      { input: { ...subject, resolution: '2K' }, costCredits: 40 },
      { input: { ...subject, resolution: '2K', quality: 'low' }, costCredits: 30 },
    ],
  });
