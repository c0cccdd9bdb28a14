import { createAdjuster } from '../../adjust.ts';
import { defineKind } from '../../define-kind.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { choiceField, switchField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  aspectRatioField,
  fpsField,
  framesField,
  resolutionField,
  shiftField,
  videoSize,
  videoStepsField,
} from '../../fields/video-fields.ts';
import { framesFactor, priceOf, stepsFactor, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { wanVideoSample } from '../../samples.ts';
import { takeRequest } from '../../take-request.ts';
import { videoResult } from '../../to-result.ts';

/** product-1 section 9, "Credits per video". */
const creditsByResolution = { '480p': 400, '580p': 420, '720p': 450 };
/** fal.md 3.2; the form's sliders offer these, the API takes the product's ranges. */
const falFps = { min: 5, max: 24 };
const falSteps = { min: 2, max: 40 };
const source = { prompt: 'The same dance, made of paper', video_url: 'https://example.com/dance.mp4' };

export const vace = defineKind({
  id: 'vace',
  medium: 'video',
  menu: { group: 'video', path: 'video/vace', order: 55, isNew: false, isPro: false },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    task: choiceField<'default' | 'depth' | 'inpainting'>({
      options: [{ value: 'default' }, { value: 'depth' }, { value: 'inpainting' }],
      default: 'depth',
      look: 'tiles',
      message: 'task_one_of',
    }),
    mask_video_url: optionalUpload({ accept: 'video' }),
    ref_image_urls: uploadList({ accept: 'image', maxFiles: 5 }),
    aspect_ratio: aspectRatioField(['auto', '16:9', '9:16'], '16:9'),
    resolution: resolutionField(['480p', '580p', '720p'], '480p'),
    negative_prompt: negativePromptField(),
    num_frames: framesField(),
    frames_per_second: fpsField({ offered: falFps }),
    num_inference_steps: videoStepsField({ offered: { min: 10, max: falSteps.max } }),
    shift: shiftField(),
    enable_safety_checker: switchField({ default: true }),
    enable_prompt_expansion: switchField({ default: false }),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) =>
    priceOf([
      videoBase(creditsByResolution, input.resolution),
      ...framesFactor(input.num_frames),
      ...stepsFactor(input.num_inference_steps, 30),
    ]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 120 : 90),
  columns: (input) => ({ model: 'wan-vace', ...videoSize(input.resolution, input.aspect_ratio) }),
  provider: {
    endpoint: () => 'fal-ai/wan-vace',
    toRequest(input) {
      const { clamp, note, adjustments } = createAdjuster();
      // fal has no task of this name: the field is left out and fal's own default applies.
      if (input.task === 'default')
        note({ field: 'task', from: 'default', to: 'depth', reason: 'model_default' });
      const body = {
        prompt: input.prompt,
        negative_prompt: input.negative_prompt,
        num_frames: input.num_frames,
        frames_per_second: clamp('frames_per_second', input.frames_per_second, falFps),
        ...(input.task === 'default' ? {} : { task: input.task }),
        shift: input.shift,
        resolution: input.resolution,
        aspect_ratio: input.aspect_ratio,
        num_inference_steps: clamp('num_inference_steps', input.num_inference_steps, falSteps),
        video_url: input.video_url,
        ...(input.mask_video_url === null ? {} : { mask_video_url: input.mask_video_url }),
        ...(input.ref_image_urls.length === 0 ? {} : { ref_image_urls: input.ref_image_urls }),
        enable_safety_checker: input.enable_safety_checker,
        enable_prompt_expansion: input.enable_prompt_expansion,
      };
      return { body, adjustments };
    },
    readOutputs: readVideo,
    fromRequest: takeRequest({
      same: [
        'prompt',
        'negative_prompt',
        'num_frames',
        'frames_per_second',
        'task',
        'shift',
        'resolution',
        'aspect_ratio',
        'num_inference_steps',
        'video_url',
        'mask_video_url',
        'ref_image_urls',
        'enable_safety_checker',
        'enable_prompt_expansion',
      ],
      only: { seed: null, preprocess: false },
    }),
    toResult: videoResult,
    sample: wanVideoSample,
  },
  examples: [
    { input: source, costCredits: 400 },
    { input: { ...source, resolution: '580p' }, costCredits: 420 },
    { input: { ...source, resolution: '720p', num_frames: 81, num_inference_steps: 30 }, costCredits: 450 },
    { input: { ...source, num_frames: 82 }, costCredits: 500 },
    { input: { ...source, num_inference_steps: 31 }, costCredits: 440 },
    // 420 × 1.25 × 1.1 = 577.5, rounded half up.
    { input: { ...source, resolution: '580p', num_frames: 121, num_inference_steps: 50 }, costCredits: 578 },
  ],
});
