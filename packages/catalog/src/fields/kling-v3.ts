import { atSeconds } from '../examples.ts';
import { ignored } from '../field.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { expectsDuration, secondsAsText } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { secondsField, soundField } from './model-fields.ts';
import { negativePromptField } from './text-field.ts';
import { seedField, sliderField } from './value-fields.ts';

// Kling 3: what all of its endpoints take and deliver, and the rates of standard and pro.

const seconds = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;

export const klingStandardRates = { silent: 84_000, sound: 126_000 };
export const klingProRates = { silent: 112_000, sound: 168_000 };

export const klingCost =
  (ratesMicroUsd: typeof klingProRates) =>
  ({ generate_audio, duration }: { generate_audio: boolean; duration: number }) =>
    ratesMicroUsd[generate_audio ? 'sound' : 'silent'] * duration;

export const klingRatios = ['16:9', '9:16', '1:1'] as const;

export const klingOptions = {
  duration: secondsField(seconds, 5),
  generate_audio: soundField(),
  negative_prompt: negativePromptField(),
  cfg_scale: sliderField({ min: 0, max: 1, step: 0.05, default: 0.5, message: 'cfg_scale_range' }),
  seed: ignored(seedField()),
};

export const klingWire = () =>
  ({
    duration: secondsAsText(seconds),
    generate_audio: same,
    // An empty one would switch off the model's own.
    negative_prompt: { unless: '' },
    cfg_scale: same,
    seed: notSent,
  }) as const;

export const unsoldKling = { shot_type: 'customize' } as const;

export const klingResult = { outputs: proVideoOutputs, expects: expectsDuration, sample: wanProSample };

// biome-ignore format: one line for each half
const standardCredits = {
  3: 190, 4: 255, 5: 315, 6: 380, 7: 445, 8: 505, 9: 570,
  10: 630, 11: 695, 12: 760, 13: 820, 14: 885, 15: 945,
} as const;
// biome-ignore format: one line for each half
const proCredits = {
  3: 255, 4: 340, 5: 420, 6: 505, 7: 590, 8: 675, 9: 760,
  10: 840, 11: 925, 12: 1010, 13: 1095, 14: 1180, 15: 1260,
} as const;

export const klingStandardExamples = <const Scene extends object>(scene: Scene) =>
  [
    ...atSeconds(scene, standardCredits),
    { input: { ...scene, generate_audio: false }, costCredits: 210 },
  ] as const;

export const klingProExamples = <const Scene extends object>(scene: Scene) =>
  [
    ...atSeconds(scene, proCredits),
    { input: { ...scene, generate_audio: false }, costCredits: 280 },
  ] as const;
