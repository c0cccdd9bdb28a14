import { type Field, type FieldCheck, ignored, unused } from '../field.ts';
import { inputIssue } from '../issues.ts';
import { optionalUpload, requiredUpload, requiredUploadList, uploadList } from './upload-field.ts';
import { choiceField, sliderField, switchField } from './value-fields.ts';

/** Resolutions, in the order of the form. */
const resolutions = [
  { value: '480p' },
  { value: '580p', isPaidOnly: true },
  { value: '720p', isPaidOnly: true },
] as const;

const ratios = [
  { value: 'auto' },
  { value: '16:9', ratio: [16, 9] },
  { value: '9:16', ratio: [9, 16], isPaidOnly: true },
  { value: '1:1', ratio: [1, 1] },
] as const;

export type Resolution = (typeof resolutions)[number]['value'];
export type AspectRatio = (typeof ratios)[number]['value'];

/** Resolution of a kind: one or more of 480p, 580p and 720p. */
export function resolutionField<const Value extends Resolution>(values: readonly Value[], fallback: Value) {
  return choiceField<Value>({
    options: resolutions.filter((option) => values.includes(option.value as Value)) as { value: Value }[],
    default: fallback,
    variant: 'tiles',
    message: 'resolution_one_of',
    knownElsewhere: resolutions.map((option) => option.value),
  });
}

/** The pro kinds have 1080p only, for paying users. */
export function proResolutionField() {
  return choiceField<'1080p'>({
    options: [{ value: '1080p', isPaidOnly: true }],
    default: '1080p',
    variant: 'tiles',
    message: 'resolution_one_of',
    knownElsewhere: resolutions.map((option) => option.value),
  });
}

export function aspectRatioField<const Value extends AspectRatio>(values: readonly Value[], fallback: Value) {
  return choiceField<Value>({
    options: ratios.filter((option) => values.includes(option.value as Value)) as { value: Value }[],
    default: fallback,
    variant: 'ratio-tiles',
    message: 'aspect_ratio_one_of',
    knownElsewhere: ['auto', '1:1'],
  });
}

/** Ratio of kinds whose model decides it: every requested ratio becomes `delivered`. */
export function ignoredRatioField(delivered: AspectRatio): Field<AspectRatio> {
  return ignored(
    choiceField<AspectRatio>({
      options: ratios.map(({ value }) => ({ value })),
      default: delivered,
      variant: 'ratio-tiles',
      message: 'aspect_ratio_one_of',
    }),
  );
}

/** A kind has one duration, so it is the default. */
export function durationField<const Seconds extends number>(seconds: Seconds) {
  return choiceField<Seconds>({
    options: [{ value: seconds }],
    default: seconds,
    variant: 'tiles',
    message: 'duration_one_of',
    unit: 's',
  });
}

/** The part of the range that the model can use; the API accepts the whole range. */
type Offered = { offered?: { min: number; max: number } };

export const framesField = () =>
  sliderField({ min: 81, max: 121, step: 1, default: 81, message: 'num_frames_range' });

export const fpsField = (options: Offered & { default?: number } = {}) =>
  sliderField({
    min: 4,
    max: 60,
    step: 1,
    default: 16,
    message: 'frames_per_second_range',
    unit: 'fps',
    ...options,
  });

export const videoStepsField = (options: Offered & { default?: number } = {}) =>
  sliderField({ min: 10, max: 50, step: 1, default: 30, message: 'num_inference_steps_range', ...options });

export const guidanceField = (options: Offered = {}) =>
  sliderField({ min: 1, max: 20, step: 0.1, default: 3.5, message: 'guidance_scale_range', ...options });

export const guidance2Field = (options: Offered = {}) =>
  sliderField({ min: 1, max: 20, step: 0.1, default: 4, message: 'guidance_scale_2_range', ...options });

export const shiftField = () =>
  sliderField({ min: 1, max: 10, step: 0.1, default: 5, message: 'shift_range' });

export const interpolatedFramesField = () =>
  sliderField({ min: 0, max: 4, step: 1, default: 0, message: 'num_interpolated_frames_range' });

export const interpolatorField = (): Field<'none' | 'film' | 'rife'> => ({
  ...choiceField<'none' | 'film' | 'rife'>({
    options: [{ value: 'none' }, { value: 'film' }, { value: 'rife' }],
    default: 'film',
    variant: 'tiles',
    section: 'advanced',
    message: 'interpolator_model_one_of',
  }),
  effectNeeds: 'num_interpolated_frames',
});

export const adjustFpsField = (): Field<boolean> => ({
  ...switchField({ default: true }),
  effectNeeds: 'num_interpolated_frames',
});

/** Task of vace. */
export function taskField() {
  return choiceField<'default' | 'depth' | 'inpainting'>({
    options: [{ value: 'default' }, { value: 'depth' }, { value: 'inpainting' }],
    default: 'depth',
    variant: 'tiles',
    message: 'task_one_of',
  });
}

const speeds = [{ value: 'regular' }, { value: 'high_quality', isPaidOnly: true }] as const;

type Speed = (typeof speeds)[number]['value'];

/** Speeds that a request to any kind may name; `normal` is an alias of `regular`. */
const knownSpeeds: readonly unknown[] = ['regular', 'normal', 'fast', 'turbo', 'high_quality', 'pro'];

/** Speed of a kind. A known speed that the kind lacks becomes its first one, the standard. */
export function speedField<const Value extends Speed>(values: readonly [Value, ...Value[]]): Field<Value> {
  const [standard] = values;
  const choice = choiceField<Value>({
    options: speeds.filter((option) => values.includes(option.value as Value)) as unknown as {
      value: Value;
    }[],
    default: standard,
    variant: 'tiles',
  });
  return {
    ...choice,
    check(path, value): FieldCheck<Value> {
      if (choice.check(path, value).ok) return choice.check(path, value);
      if (value === 'normal') return { ok: true, value: standard };
      if (knownSpeeds.includes(value)) return { ok: true, value: standard, isReplaced: true };
      return { ok: false, issue: inputIssue(path, 'speed_one_of', { options: knownSpeeds.join(', ') }) };
    },
  };
}

const unusedImage = () => unused(optionalUpload({ accept: 'image' }));
const unusedVideo = () => unused(optionalUpload({ accept: 'video' }));

/**
 * The parameters of all video kinds together. Every video kind validates all of them when they are sent, even those that
 * it does not use, so that a wrong value is never silently accepted.
 */
export const advancedVideoFields = {
  num_frames: framesField(),
  frames_per_second: fpsField(),
  num_inference_steps: videoStepsField(),
  guidance_scale: guidanceField(),
  guidance_scale_2: guidance2Field(),
  shift: shiftField(),
  num_interpolated_frames: interpolatedFramesField(),
  interpolator_model: interpolatorField(),
  enable_safety_checker: switchField({ default: true }),
  enable_prompt_expansion: switchField({ default: false }),
  adjust_fps_for_interpolation: adjustFpsField(),
  speed: unused(speedField(['regular'])),
  task: unused(taskField()),
  image_url: unusedImage(),
  start_image_url: unusedImage(),
  end_image_url: unusedImage(),
  video_url: unusedVideo(),
  mask_video_url: unusedVideo(),
  ref_image_urls: unused(uploadList({ accept: 'image', maxFiles: 5 })),
};

/** The pictures that a video begins and ends with. */
export const framesFields = {
  start_image_url: requiredUpload({ accept: 'image', missing: 'start_image_required' }),
  end_image_url: requiredUpload({ accept: 'image', missing: 'end_image_required' }),
};

/** Pictures of who or what appears in a video; the prompt says what they do. At least one is needed. */
export const referencesField = (maxFiles: number) =>
  requiredUploadList({ accept: 'image', maxFiles, missing: 'image_required' });

const heights: Readonly<Record<string, number>> = {
  '360p': 360,
  '480p': 480,
  '540p': 540,
  '580p': 580,
  '720p': 720,
  '768p': 768,
  '1080p': 1080,
  '1440p': 1440,
  '2160p': 2160,
};

/**
 * Expected size of a video in pixels, rounded to even numbers as H.264 requires; it reserves the space until the file is
 * there. Absent for `auto`, where the input decides.
 */
export function videoSize(resolution: string, ratio: string): { width?: number; height?: number } {
  const short = heights[resolution];
  const [across, down] = ratio.split(':').map(Number);
  if (!short || !across || !down) return {};
  const long = 2 * Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2);
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
