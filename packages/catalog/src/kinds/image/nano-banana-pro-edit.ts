import { defineKind } from '../../define-kind.ts';
import { advancedImageFields, imagePromptField, numImagesField } from '../../fields/image-fields.ts';
import { modelRatioField, oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUploadList } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { describedOutputs } from '../../outputs.ts';
import { pricePerImage, ruleCredits } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { '1K': 150_000, '2K': 150_000, '4K': 300_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; num_images: number };
const cost = ({ resolution, num_images }: Priced) => ratesMicroUsd[resolution] * num_images;

export const kind = defineKind({
  id: 'nano-banana-pro-edit',
  medium: 'image',
  menu: { group: 'image', path: 'image/edit', order: 134, isNew: true, isPro: false, isPage: true },
  fields: {
    image_urls: requiredUploadList({ accept: 'image', maxFiles: 14, missing: 'image_required' }),
    prompt: imagePromptField(),
    aspect_ratio: modelRatioField(
      ['auto', '1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5', '21:9'],
      'auto',
    ),
    resolution: oneOf(['1K', '2K', '4K'], { default: '1K' }),
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
  expectedSeconds: () => 35,
  columns: () => ({ model: 'nano-banana-pro-edit', mode: 'edit' }),
});

const subject = {
  prompt: 'Turn the kitchen into a greenhouse',
  image_urls: ['https://example.com/kitchen.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/nano-banana-pro/edit',
    wire: {
      image_urls: same,
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
      source: 'https://fal.ai/models/fal-ai/nano-banana-pro/edit/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      { input: subject, costCredits: 75 },
      { input: { ...subject, num_images: 2 }, costCredits: 150 },
      { input: { ...subject, num_images: 3 }, costCredits: 225 },
      { input: { ...subject, num_images: 4 }, costCredits: 300 },
      { input: { ...subject, resolution: '2K' }, costCredits: 75 },
      { input: { ...subject, resolution: '4K' }, costCredits: 150 },
    ],
  });
