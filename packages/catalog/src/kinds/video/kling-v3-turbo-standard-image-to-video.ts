import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { everySecond, secondsField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 112_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.any * duration;

export const kind = defineKind({
  id: 'kling-v3-turbo-standard-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/kling-v3-turbo-standard-image-to-video',
    order: 88,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fixedResolution: '720p',
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    duration: secondsField(everySecond(3, 15), 5),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 40 + 6 * input.duration,
  columns: () => ({ model: 'kling-v3-turbo-standard-image-to-video' }),
});

const scene = { prompt: 'The cat wakes up and stretches', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/v3/turbo/standard/image-to-video',
    wire: {
      image_url: same,
      prompt: same,
      aspect_ratio: notSent,
      duration: secondsAsText(everySecond(3, 15)),
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
      source: 'https://fal.ai/models/fal-ai/kling-video/v3/turbo/standard/image-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: fromSecond(scene, 3, [170, 225, 280, 340, 395, 450, 505, 560, 620, 675, 730, 785, 840]),
  });
