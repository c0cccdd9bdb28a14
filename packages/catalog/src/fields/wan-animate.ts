import { videoAndPromptOutputs, wanVideoSample } from '../outputs.ts';
import { rulePrice } from '../pricing.ts';
import { sentSeed } from '../shared-wire.ts';
import { limitsFile, notSent, same } from '../wire.ts';
import { oneOf } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { requiredUpload } from './upload-field.ts';
import { seedField, sliderField, switchField } from './value-fields.ts';
import { ignoredRatioField, shiftField } from './video-fields.ts';

// Wan 2.2 Animate: what both of its endpoints take, cost and deliver.

// fal counts the seconds at 16 frames; a source may have 30, and every one of its frames may be made.
const maxFps = 30;
const ratesMicroUsd = { '480p': 40_000, '580p': 60_000, '720p': 80_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ resolution, max_seconds }: Priced) => (ratesMicroUsd[resolution] * max_seconds * maxFps) / 16;

export const animateFields = {
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
};

export const animatePrice = (input: Priced) => rulePrice(cost(input), { resolution: input.resolution });

export const animateSeconds = ({ max_seconds }: { max_seconds: number }) => 60 + 30 * max_seconds;

export const animateWire = {
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
} as const;

export const unsoldAnimate = {
  guidance_scale: 1,
  use_turbo: false,
  return_frames_zip: false,
  enable_output_safety_checker: false,
  video_quality: 'high',
  video_write_mode: 'balanced',
} as const;

export const animateResult = { outputs: videoAndPromptOutputs, sample: { ...wanVideoSample, prompt: '' } };

export const animateFileLimits = ({ max_seconds }: Priced) => [
  { field: 'video_url', maxSeconds: max_seconds, maxFps },
];

export const animateRates = {
  microUsd: ratesMicroUsd,
  unit: 'second',
  cost,
  source: 'https://fal.ai/models/fal-ai/wan/v2.2-14b/animate/replace/llms.txt',
  asOf: '2026-11-24',
} as const;

export const animateExamples = <Source extends object>(source: Source) =>
  [
    { input: { ...source, max_seconds: 5 }, costCredits: 190 },
    { input: { ...source, max_seconds: 10 }, costCredits: 375 },
    { input: { ...source, max_seconds: 15 }, costCredits: 565 },
    { input: { ...source, resolution: '580p' }, costCredits: 285 },
    { input: { ...source, resolution: '720p' }, costCredits: 375 },
  ] as const;
