import { choice, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';

/** Length of the short side in pixels, by fal's name of the resolution. */
const shortSides = {
  '360p': 360,
  '480p': 480,
  '540p': 540,
  '580p': 580,
  '720p': 720,
  '768p': 768,
  '1080p': 1080,
  '1440p': 1440,
  '2160p': 2160,
} as const;

export type Resolution = keyof typeof shortSides;
type Size = { width: number; height: number };

/** Size in pixels, even as H.264 requires. `auto` follows the input's ratio, or is 16:9 without an input. */
export function videoSize(resolution: Resolution, ratio: string, input?: Size): Size {
  const short = shortSides[resolution];
  const [across, down] = ratio.split(':').map(Number);
  const width = (down && across) || input?.width || 16;
  const height = (across && down) || input?.height || 9;
  return width >= height
    ? { width: even((short * width) / height), height: short }
    : { width: short, height: even((short * height) / width) };
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
