import { defineKind } from '../../define-kind.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import {
  adjustFpsField,
  advancedVideoFields,
  aspectRatioField,
  fpsField,
  framesField,
  guidance2Field,
  guidanceField,
  interpolatedFramesField,
  interpolatorField,
  resolutionField,
  shiftField,
  speedField,
  videoSize,
  videoStepsField,
} from '../../fields/video-fields.ts';
import { videoAndPromptOutputs, wanVideoSample } from '../../outputs.ts';
import { computePrice, framesFactor, stepsFactor, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsInterpolated, speedAsAcceleration, unsoldWan22, wan22Wire } from '../../shared-wire.ts';

const creditsByResolution = { '480p': 480, '580p': 540, '720p': 600 };
const falGuidance = { min: 1, max: 10 };
const falSteps = { min: 2, max: 40 };

export const kind = defineKind({
  id: 'wan-v2-2-a14b',
  medium: 'video',
  menu: { group: 'video', path: 'video/wan-v2-2-a14b', order: 40, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: promptField(),
    aspect_ratio: aspectRatioField(['16:9', '9:16', '1:1'], '16:9'),
    resolution: resolutionField(['480p', '580p', '720p'], '720p'),
    speed: speedField(['regular', 'high_quality']),
    negative_prompt: negativePromptField(),
    num_frames: framesField(),
    frames_per_second: fpsField({ default: 24 }),
    num_inference_steps: videoStepsField({ offered: { min: 10, max: falSteps.max } }),
    guidance_scale: guidanceField({ offered: falGuidance }),
    guidance_scale_2: guidance2Field({ offered: falGuidance }),
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
      ...stepsFactor(input.num_inference_steps, 30),
    ]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 120 : 90),
  columns: (input) => ({ model: 'wan-v2.2-a14b', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const scene = { prompt: 'A night train crossing a viaduct, windows glowing' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.2-a14b/text-to-video',
    wire: {
      ...wan22Wire,
      speed: speedAsAcceleration,
      num_inference_steps: { range: falSteps },
      guidance_scale: { range: falGuidance },
      guidance_scale_2: { range: falGuidance },
    },
    unsold: unsoldWan22,
    outputs: videoAndPromptOutputs,
    expects: expectsInterpolated,
    sample: { ...wanVideoSample, prompt: '' },
    examples: [
      { input: scene, costCredits: 600 },
      { input: { ...scene, resolution: '480p' }, costCredits: 480 },
      { input: { ...scene, resolution: '580p' }, costCredits: 540 },
      { input: { ...scene, num_frames: 82 }, costCredits: 750 },
      { input: { ...scene, num_inference_steps: 31 }, costCredits: 660 },
      { input: { ...scene, num_interpolated_frames: 4 }, costCredits: 600 },
      { input: { ...scene, num_frames: 121, num_inference_steps: 50 }, costCredits: 825 },
    ],
  });
