import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { everySecond, oneOf, secondsField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { '480p': 80_000, '720p': 140_000, '1080p': 250_000 };
const imageMicroUsd = 10_000;
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number };
const cost = ({ resolution, duration }: Priced) => ratesMicroUsd[resolution] * duration + imageMicroUsd;

export const kind = defineKind({
  id: 'grok-imagine-1-5-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/grok-imagine-1-5-image-to-video',
    order: 99,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    resolution: oneOf(['480p', '720p', '1080p'], { default: '720p' }),
    duration: secondsField(everySecond(1, 15), 6),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: () => 60,
  columns: () => ({ model: 'grok-imagine-1-5-image-to-video' }),
});

const scene = {
  prompt: 'The robot wakes up and looks around the station',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'xai/grok-imagine-video/v1.5/image-to-video',
    wire: {
      image_url: same,
      prompt: same,
      aspect_ratio: notSent,
      resolution: same,
      duration: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/xai/grok-imagine-video/v1.5/image-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'The image adds $0.01.',
    },
    examples: [
      { input: scene, costCredits: 425 },
      ...fromSecond(scene, 1, [75, 145, 215, 285, 355, 425, 495, 565, 635, 705, 775, 845, 915, 985, 1055]),
      { input: { ...scene, resolution: '480p' }, costCredits: 245 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 755 },
    ],
  });
