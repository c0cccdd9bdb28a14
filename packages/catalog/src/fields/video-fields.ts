import type { Field } from '../field.ts';
import { choiceField, sliderField, switchField } from './value-fields.ts';

/** The options of product-1 section 5 ("Option availability") in the order in which they are shown. */
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

/** Rulings 9 and 13: which of 480p, 580p, 720p a kind offers. */
export function resolutionField<const Value extends Resolution>(values: readonly Value[], fallback: Value) {
  return choiceField<Value>({
    options: resolutions.filter((option) => values.includes(option.value as Value)) as { value: Value }[],
    default: fallback,
    look: 'tiles',
    message: 'resolution_one_of',
    knownElsewhere: resolutions.map((option) => option.value),
  });
}

/** Ruling 9: the pro types have 1080p alone, for paying users. */
export function proResolutionField() {
  return choiceField<'1080p'>({
    options: [{ value: '1080p', isPaidOnly: true }],
    default: '1080p',
    look: 'tiles',
    message: 'resolution_one_of',
    knownElsewhere: resolutions.map((option) => option.value),
  });
}

/** Ruling 10: which ratios a kind offers. */
export function aspectRatioField<const Value extends AspectRatio>(values: readonly Value[], fallback: Value) {
  return choiceField<Value>({
    options: ratios.filter((option) => values.includes(option.value as Value)) as { value: Value }[],
    default: fallback,
    look: 'ratio-tiles',
    message: 'aspect_ratio_one_of',
    knownElsewhere: ['auto', '1:1'],
  });
}

/** Ruling 11: 5 seconds for normal types, 6 for pro. The one option is selected by itself. */
export function durationField<const Seconds extends number>(seconds: Seconds) {
  return choiceField<Seconds>({
    options: [{ value: seconds }],
    default: seconds,
    look: 'tiles',
    message: 'option_not_supported',
    unit: 's',
  });
}

/** A part of a range that a model can use; the API accepts the whole range all the same (ruling 13). */
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
    look: 'tiles',
    section: 'advanced',
    message: 'interpolator_model_one_of',
  }),
  effectNeeds: 'num_interpolated_frames',
});

export const adjustFpsField = (): Field<boolean> => ({
  ...switchField({ default: true }),
  effectNeeds: 'num_interpolated_frames',
});

/**
 * The advanced parameters of product-1 section 5. Every video kind validates all of them when they are sent, also
 * those it does not use (ruling 8), so that a wrong value is never silently accepted.
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
};

const speeds = [
  { value: 'regular' },
  { value: 'fast' },
  { value: 'turbo' },
  { value: 'high_quality', isPaidOnly: true },
] as const;

type Speed = (typeof speeds)[number]['value'];

/** Ruling 14: only the speeds that this type has; high quality is for paying users. */
export function speedField<const Value extends Speed>(values: readonly [Value, ...Value[]]) {
  return choiceField<Value>({
    options: speeds.filter((option) => values.includes(option.value as Value)) as unknown as {
      value: Value;
    }[],
    default: values[0],
    look: 'tiles',
    message: 'speed_one_of',
  });
}

const heights: Readonly<Record<string, number>> = { '480p': 480, '580p': 580, '720p': 720, '1080p': 1080 };

/**
 * The size in pixels to expect of a video, even numbers as H.264 wants them; used for the empty box before the
 * file is there. Absent for `auto`, where the input decides.
 */
export function videoSize(resolution: string, ratio: string): { width?: number; height?: number } {
  const short = heights[resolution];
  const [across, down] = ratio.split(':').map(Number);
  if (!short || !across || !down) return {};
  const long = 2 * Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2);
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
