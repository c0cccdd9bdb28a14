import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { secondsField, soundField } from '../../fields/model-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePriceWith } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const ratesMicroUsd = { silent: 112_000, sound: 168_000 };
type Priced = { generate_audio: boolean; duration: number };
const cost = ({ generate_audio, duration }: Priced) =>
  ratesMicroUsd[generate_audio ? 'sound' : 'silent'] * duration;

export const kind = defineKind({
  id: 'kling-v3-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/kling-v3-pro-image-to-video',
    order: 76,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    duration: secondsField(seconds, 5),
    generate_audio: soundField(),
    negative_prompt: negativePromptField(),
    cfg_scale: sliderField({ min: 0, max: 1, step: 0.05, default: 0.5, message: 'cfg_scale_range' }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => {
    const costs = { firstMicroUsd: cost({ ...input, generate_audio: false }), allMicroUsd: cost(input) };
    return rulePriceWith('sound', costs);
  },
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.duration,
  columns: () => ({ model: 'kling-v3-pro-image-to-video' }),
});

const scene = { prompt: 'She lifts her bow and begins to play', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/v3/pro/image-to-video',
    wire: {
      image_url: 'start_image_url',
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: notSent,
      duration: secondsAsText(seconds),
      generate_audio: same,
      // An empty one would switch off the model's own.
      negative_prompt: { unless: '' },
      cfg_scale: same,
      seed: notSent,
    },
    unsold: { shot_type: 'customize' },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/v3/pro/image-to-video/llms.txt',
      asOf: '2026-11-24',
      note: "Read in a reprint of this page; fal's page of its text-to-video gives the same price.",
    },
    examples: [
      ...atSeconds(scene, {
        3: 255,
        4: 340,
        5: 420,
        6: 505,
        7: 590,
        8: 675,
        9: 760,
        10: 840,
        11: 925,
        12: 1010,
        13: 1095,
        14: 1180,
        15: 1260,
      }),
      { input: { ...scene, generate_audio: false }, costCredits: 280 },
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 420 },
    ],
  });
