import { choice, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';

/** Length of the short side in pixels, by fal's name of the resolution. */
const shortSides = { '480p': 480, '580p': 580, '720p': 720, '1080p': 1080 } as const;

export type Resolution = keyof typeof shortSides;
type Size = { width: number; height: number };

/** Size in pixels, even as H.264 requires. `auto` follows the input's ratio, or is 16:9 without an input. */
export function videoSize(resolution: Resolution, ratio: string, input?: Size): Size {
  const short = shortSides[resolution];
  const long = even((short * 16) / 9);
  if (ratio === '9:16') return { width: short, height: long };
  if (ratio === '1:1') return { width: short, height: short };
  if (ratio === '16:9' || !input) return { width: long, height: short };
  return input.width >= input.height
    ? { width: even((short * input.width) / input.height), height: short }
    : { width: short, height: even((short * input.height) / input.width) };
}

function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}

/** Fields of every Wan 2.1 and 2.2 model. */
export const wanFields = {
  prompt: required(text()),
  negative_prompt: text(),
  seed: nullable(optionalInteger()),
  enable_safety_checker: flag(false),
  enable_prompt_expansion: flag(false),
};

export const wan21Frames = integer({ min: 81, max: 100 }, 81);
export const wan21Fps = integer({ min: 5, max: 24 }, 16);
export const wan21Steps = integer({ min: 2, max: 40 }, 30);
export const wanAcceleration = choice(['none', 'regular'], 'regular');

/** A short video takes about ten seconds at lifelike speed. */
export const wanTimes = { queueMs: 2400, runMs: 7200 };
