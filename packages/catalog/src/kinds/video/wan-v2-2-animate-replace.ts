import { defineKind } from '../../define-kind.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, sliderField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField, shiftField } from '../../fields/video-fields.ts';
import { videoAndPromptOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { limitsFile, notSent, same } from '../../wire.ts';

// fal counts the seconds at 16 frames; a source may have 30, and every one of its frames may be made.
const maxFps = 30;
const ratesMicroUsd = { '480p': 40_000, '580p': 60_000, '720p': 80_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ resolution, max_seconds }: Priced) => (ratesMicroUsd[resolution] * max_seconds * maxFps) / 16;

export const kind = defineKind({
  id: 'wan-v2-2-animate-replace',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-v2-2-animate-replace',
    order: 57,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    resolution: oneOf(['480p', '580p', '720p'], { default: '480p' }),
    max_seconds: oneOf([5, 10, 15], { default: 5, unit: 's' }),
    aspect_ratio: ignoredRatioField('auto'),
    negative_prompt: ignoredNegativePromptField(),
    num_inference_steps: sliderField({
      min: 10,
      max: 40,
      step: 1,
      default: 20,
      message: 'num_inference_steps_range',
    }),
    shift: shiftField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 30 * input.max_seconds,
  columns: () => ({ model: 'wan-v2-2-animate-replace' }),
});

const source = { video_url: 'https://example.com/dance.mp4', image_url: 'https://example.com/knight.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.2-14b/animate/replace',
    wire: {
      video_url: same,
      image_url: same,
      resolution: same,
      max_seconds: limitsFile,
      aspect_ratio: notSent,
      negative_prompt: notSent,
      num_inference_steps: same,
      shift: same,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    unsold: {
      guidance_scale: 1,
      use_turbo: false,
      return_frames_zip: false,
      enable_output_safety_checker: false,
      video_quality: 'high',
      video_write_mode: 'balanced',
    },
    outputs: videoAndPromptOutputs,
    sample: { ...wanVideoSample, prompt: '' },
    fileLimits: ({ max_seconds }) => [{ field: 'video_url', maxSeconds: max_seconds, maxFps }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/wan/v2.2-14b/animate/replace/llms.txt',
      asOf: '2026-11-24',
      note: 'A second of 16 frames; counted for 30 frames a second of the source.',
    },
    examples: [
      { input: { ...source, max_seconds: 5 }, costCredits: 190 },
      { input: { ...source, max_seconds: 10 }, costCredits: 375 },
      { input: { ...source, max_seconds: 15 }, costCredits: 565 },
      { input: { ...source, resolution: '580p' }, costCredits: 285 },
      { input: { ...source, resolution: '720p' }, costCredits: 375 },
    ],
  });
