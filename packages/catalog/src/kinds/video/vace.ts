import { defineKind } from '../../define-kind.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  aspectRatioField,
  fpsField,
  framesField,
  resolutionField,
  shiftField,
  taskField,
  videoSize,
  videoStepsField,
} from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { computePrice, framesFactor, stepsFactor, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const creditsByResolution = { '480p': 400, '580p': 420, '720p': 450 };
// The form's sliders offer these ranges; the API takes the product's.
const falFps = { min: 5, max: 24 };
const falSteps = { min: 2, max: 40 };

export const kind = defineKind({
  id: 'vace',
  medium: 'video',
  menu: { group: 'video', path: 'video/vace', order: 55, isNew: false, isPro: false, isPage: true },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    task: taskField(),
    mask_video_url: optionalUpload({
      accept: 'video',
      neededWhen: { field: 'task', value: 'inpainting', missing: 'mask_required', surplus: 'mask_not_used' },
    }),
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
  columns: (input) => ({ model: 'wan-vace', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const source = { prompt: 'The same dance, made of paper', video_url: 'https://example.com/dance.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan-vace',
    wire: {
      video_url: same,
      prompt: same,
      // fal has no task of this name: the field is left out and fal's own default applies.
      task: { unless: 'default', becomes: 'depth' },
      mask_video_url: { unless: null },
      ref_image_urls: { unless: [] },
      aspect_ratio: same,
      resolution: same,
      // An empty one would switch off the model's own.
      negative_prompt: { unless: '' },
      num_frames: same,
      frames_per_second: { range: falFps },
      num_inference_steps: { range: falSteps },
      shift: same,
      enable_safety_checker: same,
      enable_prompt_expansion: same,
      seed: sentSeed,
    },
    unsold: { preprocess: false },
    outputs: videoOutputs,
    sample: wanVideoSample,
    examples: [
      { input: source, costCredits: 400 },
      { input: { ...source, task: 'inpainting', mask_video_url: source.video_url }, costCredits: 400 },
      { input: { ...source, resolution: '580p' }, costCredits: 420 },
      { input: { ...source, resolution: '720p', num_frames: 81, num_inference_steps: 30 }, costCredits: 450 },
      { input: { ...source, num_frames: 82 }, costCredits: 500 },
      { input: { ...source, num_inference_steps: 31 }, costCredits: 440 },
      // 420 × 1.25 × 1.1 = 577.5, rounded half up.
      {
        input: { ...source, resolution: '580p', num_frames: 121, num_inference_steps: 50 },
        costCredits: 578,
      },
    ],
  });
