import { defineKind } from '../../define-kind.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import {
  adjustFpsField,
  advancedVideoFields,
  aspectRatioField,
  fpsField,
  framesField,
  guidanceField,
  interpolatedFramesField,
  interpolatorField,
  resolutionField,
  shiftField,
  videoSize,
  videoStepsField,
} from '../../fields/video-fields.ts';
import { videoAndPromptOutputs, wanVideoSample } from '../../outputs.ts';
import { computePrice, framesFactor, interpolationFactor, stepsFactor, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsInterpolated, unsoldWan22, wan22Wire } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const creditsByResolution = { '580p': 300, '720p': 350 };
const falGuidance = { min: 1, max: 10 };

export const kind = defineKind({
  id: 'wan-v2-2-5b',
  medium: 'video',
  menu: { group: 'video', path: 'video/wan-v2-2-5b', order: 30, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: promptField(),
    aspect_ratio: aspectRatioField(['16:9', '9:16', '1:1'], '16:9'),
    resolution: resolutionField(['580p', '720p'], '580p'),
    negative_prompt: negativePromptField(),
    num_frames: framesField(),
    frames_per_second: fpsField({ default: 24 }),
    num_inference_steps: videoStepsField({ default: 40 }),
    guidance_scale: guidanceField({ offered: falGuidance }),
    shift: shiftField(),
    interpolator_model: interpolatorField(),
    num_interpolated_frames: interpolatedFramesField(),
    adjust_fps_for_interpolation: adjustFpsField(),
    enable_safety_checker: switchField({ default: true }),
    enable_prompt_expansion: switchField({ default: false }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) =>
    computePrice([
      videoBase(creditsByResolution, input.resolution),
      ...framesFactor(input.num_frames),
      ...stepsFactor(input.num_inference_steps, 40),
      ...interpolationFactor(input.num_interpolated_frames),
    ]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  columns: (input) => ({ model: 'wan-v2.2-5b', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const scene = { prompt: 'A koi pond in the rain, seen from above' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.2-5b/text-to-video',
    wire: { ...wan22Wire, num_inference_steps: same, guidance_scale: { range: falGuidance } },
    unsold: unsoldWan22,
    outputs: videoAndPromptOutputs,
    expects: expectsInterpolated,
    sample: { ...wanVideoSample, prompt: '' },
    examples: [
      { input: scene, costCredits: 300 },
      { input: { ...scene, resolution: '720p' }, costCredits: 350 },
      { input: { ...scene, num_frames: 82 }, costCredits: 375 },
      { input: { ...scene, num_inference_steps: 40, num_interpolated_frames: 0 }, costCredits: 300 },
      { input: { ...scene, num_inference_steps: 41 }, costCredits: 330 },
      { input: { ...scene, num_interpolated_frames: 1 }, costCredits: 330 },
      // 350 × 1.25 × 1.1 × 1.1 = 529.375
      {
        input: {
          ...scene,
          resolution: '720p',
          num_frames: 121,
          num_inference_steps: 50,
          num_interpolated_frames: 4,
        },
        costCredits: 529,
      },
    ],
  });
