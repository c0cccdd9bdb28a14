import { defineKind } from '../../define-kind.ts';
import { advancedImageFields, imagePromptField, numImagesField } from '../../fields/image-fields.ts';
import { modelRatioField, oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { describedOutputs } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { '0.5K': 60_000, '1K': 80_000, '2K': 120_000, '4K': 160_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; num_images: number };
const cost = ({ resolution, num_images }: Priced) => ratesMicroUsd[resolution] * num_images;

export const kind = defineKind({
  id: 'nano-banana-2',
  medium: 'image',
  menu: { group: 'image', path: 'image/text-to-image', order: 127, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: imagePromptField(),
    aspect_ratio: modelRatioField(
      [
        'auto',
        '1:1',
        '16:9',
        '9:16',
        '4:3',
        '3:4',
        '3:2',
        '2:3',
        '5:4',
        '4:5',
        '21:9',
        '4:1',
        '1:4',
        '8:1',
        '1:8',
      ],
      'auto',
    ),
    resolution: oneOf(['0.5K', '1K', '2K', '4K'], { default: '1K' }),
    num_images: numImagesField(),
    negative_prompt: ignoredNegativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedImageFields,
  rules: [],
  price: (input) =>
    pricePerImage(
      ruleCredits(ratesMicroUsd[input.resolution]),
      { resolution: input.resolution },
      input.num_images,
    ),
  expectedOutputs: (input) => input.num_images,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'nano-banana-2', mode: 'text-to-image' }),
});

const subject = { prompt: 'A glass greenhouse in the fog' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/nano-banana-2',
    wire: {
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      num_images: same,
      negative_prompt: notSent,
      seed: sentSeed,
    },
    // Never more images than are paid for.
    fixed: { safety_tolerance: '4', limit_generations: true },
    unsold: { output_format: 'png', sync_mode: false, enable_web_search: false },
    outputs: describedOutputs,
    sample: {
      images: [{ url: 'https://v3b.fal.media/files/b/panda/n1.png', content_type: 'image/png' }],
      description: '',
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'image',
      cost,
      source: 'https://fal.ai/models/fal-ai/nano-banana-2/edit/llms.txt',
      asOf: '2026-11-24',
      note: 'Price of the edit endpoint of the same model; resellers give the same one for this endpoint.',
    },
    examples: [
      { input: subject, costCredits: 40 },
      { input: { ...subject, num_images: 2 }, costCredits: 80 },
      { input: { ...subject, num_images: 3 }, costCredits: 120 },
      { input: { ...subject, num_images: 4 }, costCredits: 160 },
      { input: { ...subject, resolution: '0.5K' }, costCredits: 30 },
      { input: { ...subject, resolution: '2K' }, costCredits: 60 },
      { input: { ...subject, resolution: '4K' }, costCredits: 80 },
    ],
  });
