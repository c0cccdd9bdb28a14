import { choice, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';

/** Fields that every Wan 2.1 and 2.2 model shares (fal.md 3.2). */
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

/** Lifelike times of a short video: about ten seconds in all. */
export const wanTimes = { queueMs: 2400, runMs: 7200 };
