import { createAdjuster } from '../../adjust.ts';
import { defineKind } from '../../define-kind.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { switchField } from '../../fields/value-fields.ts';
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
import { framesFactor, interpolationFactor, priceOf, stepsFactor, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { wanVideoSample } from '../../samples.ts';
import { settableWan22, takeRequest, unsoldWan22 } from '../../take-request.ts';
import { videoAndPromptResult } from '../../to-result.ts';

/** product-1 section 9, "Credits per video". */
const creditsByResolution = { '580p': 300, '720p': 350 };
/** fal.md 3.2. */
const falGuidance = { min: 1, max: 10 };
const scene = { prompt: 'A koi pond in the rain, seen from above' };

export const wan225b = defineKind({
  id: 'wan-v2-2-5b',
  medium: 'video',
  menu: { group: 'video', path: 'video/wan-v2-2-5b', order: 30, isNew: true, isPro: false },
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
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) =>
    priceOf([
      // Without a table key 5B falls back to 300 at 580p and 350 else (product-1 section 9).
      videoBase(creditsByResolution, input.resolution),
      ...framesFactor(input.num_frames),
      ...stepsFactor(input.num_inference_steps, 40),
      ...interpolationFactor(input.num_interpolated_frames),
    ]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  columns: (input) => ({ model: 'wan-v2.2-5b', ...videoSize(input.resolution, input.aspect_ratio) }),
  provider: {
    endpoint: () => 'fal-ai/wan/v2.2-5b/text-to-video',
    toRequest(input) {
      const { clamp, adjustments } = createAdjuster();
      const body = {
        prompt: input.prompt,
        negative_prompt: input.negative_prompt,
        num_frames: input.num_frames,
        frames_per_second: input.frames_per_second,
        resolution: input.resolution,
        aspect_ratio: input.aspect_ratio,
        num_inference_steps: input.num_inference_steps,
        guidance_scale: clamp('guidance_scale', input.guidance_scale, falGuidance),
        shift: input.shift,
        enable_safety_checker: input.enable_safety_checker,
        enable_prompt_expansion: input.enable_prompt_expansion,
        interpolator_model: input.interpolator_model,
        num_interpolated_frames: input.num_interpolated_frames,
        adjust_fps_for_interpolation: input.adjust_fps_for_interpolation,
      };
      return { body, adjustments };
    },
    readOutputs: readVideo,
    fromRequest: takeRequest({ same: [...settableWan22], only: unsoldWan22 }),
    toResult: videoAndPromptResult,
    sample: { ...wanVideoSample, prompt: '' },
  },
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
