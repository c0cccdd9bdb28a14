import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { secondsField } from '../../fields/model-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 70_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.any * duration;

export const kind = defineKind({
  id: 'kling-v2-5-turbo-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/kling-v2-5-turbo-pro-image-to-video',
    order: 80,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fixedResolution: '1080p',
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    duration: secondsField([5, 10], 5),
    negative_prompt: negativePromptField(),
    cfg_scale: sliderField({ min: 0, max: 1, step: 0.1, default: 0.5, message: 'cfg_scale_range' }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 15 * input.duration,
  columns: () => ({ model: 'kling-v2-5-turbo-pro-image-to-video' }),
});

const subject = { image_url: 'https://example.com/first.jpg', prompt: 'Two cars leave the starting line' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
    wire: {
      image_url: same,
      end_image_url: { as: 'tail_image_url', unless: null },
      prompt: same,
      aspect_ratio: notSent,
      duration: secondsAsText([5, 10]),
      // An empty one would switch off the model's own.
      negative_prompt: { unless: '' },
      cfg_scale: same,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: { video: { url: 'https://v3.fal.media/files/lion/a1_output.mp4', content_type: 'video/mp4' } },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/v2.5-turbo/pro/image-to-video/llms.txt',
      asOf: '2026-11-25',
    },
    examples: [
      ...atSeconds(subject, { 5: 175, 10: 350 }),
      { input: { ...subject, end_image_url: 'https://example.com/last.jpg' }, costCredits: 175 },
    ],
  });
