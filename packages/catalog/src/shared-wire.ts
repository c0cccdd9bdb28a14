import type { KindInput } from './define-kind.ts';
import type { Expectation } from './server-half.ts';
import { same } from './wire.ts';

// Parts of wire tables that several kinds share.

/** Seed that is sent only if the user set one; otherwise the model chooses. */
export const sentSeed = { unless: null } as const;

/** Wan 2.1 has no duration: 81 frames at 16 per second are the 5 seconds. Its safety checker is off by default. */
export const fixedWan21 = { num_frames: 81, frames_per_second: 16, enable_safety_checker: true } as const;
export const unsoldWan21 = { num_inference_steps: 30, enable_prompt_expansion: false } as const;

/** The fields of both Wan 2.2 models that need no mapping. */
export const wan22Wire = {
  prompt: same,
  negative_prompt: same,
  num_frames: same,
  frames_per_second: same,
  resolution: same,
  aspect_ratio: same,
  shift: same,
  enable_safety_checker: same,
  enable_prompt_expansion: same,
  interpolator_model: same,
  num_interpolated_frames: same,
  adjust_fps_for_interpolation: same,
  seed: sentSeed,
};
export const unsoldWan22 = {
  enable_output_safety_checker: false,
  video_quality: 'high',
  video_write_mode: 'balanced',
} as const;

/** Speed as fal's acceleration; high quality goes without. */
export const speedAsAcceleration = {
  as: 'acceleration',
  values: { regular: 'regular', high_quality: 'none' },
} as const;

/** Expects the length that follows from frames and frame rate. */
export function expectsFrames({ num_frames, frames_per_second }: KindInput): Expectation {
  const seconds = Number(num_frames) / Number(frames_per_second);
  return Number.isFinite(seconds) ? { seconds } : {};
}

/** Expects the length with interpolated frames, which make a video longer unless the rate rises with them. */
export function expectsInterpolated(body: KindInput): Expectation {
  const { interpolator_model, num_interpolated_frames, adjust_fps_for_interpolation } = body;
  const { seconds } = expectsFrames(body);
  const isLonger = interpolator_model !== 'none' && !adjust_fps_for_interpolation;
  return { seconds: seconds && (isLonger ? seconds * (Number(num_interpolated_frames) + 1) : seconds) };
}

/** Images are delivered by address and as JPEG; `sync_mode` would put the bytes into the answer. */
export const unsoldImage = { sync_mode: false, output_format: 'jpeg' } as const;

/** Length as a text for fal: `5` becomes "5", or "5s" with a unit. */
export function secondsAsText<const Seconds extends number, const Unit extends string = ''>(
  seconds: readonly Seconds[],
  unit: Unit = '' as Unit,
) {
  const texts = seconds.map((value) => [value, `${value}${unit}`]);
  return { values: Object.fromEntries(texts) as { [S in Seconds]: `${S}${Unit}` } };
}

/** Options that fal writes in capitals: `480p` becomes "480P". */
export function inCapitals<const Value extends string>(options: readonly Value[]) {
  const capitals = options.map((value) => [value, value.toUpperCase()]);
  return { values: Object.fromEntries(capitals) as { [V in Value]: Uppercase<V> } };
}

/** Seed of Wan 2.6 and later, Qwen and others; a larger one is sent as their maximum. */
export const sentShortSeed = { range: { min: 0, max: 2_147_483_647 }, unless: null } as const;

/** Expects the length that a request for a video sold by the second states as a text. */
export function expectsDuration({ duration }: KindInput): Expectation {
  const seconds = Number.parseInt(String(duration), 10);
  return Number.isFinite(seconds) ? { seconds } : {};
}

/** Seedream's sizes differ from ours of the same names, so its square is `square_2K` here. */
export const seedreamSizes = {
  auto_2K: 'auto_2K',
  auto_4K: 'auto_4K',
  square_2K: 'square_hd',
  portrait_4_3: 'portrait_4_3',
  portrait_16_9: 'portrait_16_9',
  landscape_4_3: 'landscape_4_3',
  landscape_16_9: 'landscape_16_9',
} as const;
