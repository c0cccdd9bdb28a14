import { atSeconds } from '../examples.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { rulePrice } from '../pricing.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../shared-wire.ts';
import { same } from '../wire.ts';
import { oneOf, secondsField } from './model-fields.ts';
import { shortNegativePromptField } from './text-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Wan 2.6: what both of its endpoints take, cost and deliver.

const seconds = [5, 10, 15] as const;
const ratesMicroUsd = { '720p': 100_000, '1080p': 150_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number };
const cost = ({ resolution, duration }: Priced) => ratesMicroUsd[resolution] * duration;

/** Longest prompt, in characters. */
export const wan26PromptLength = 800;

export const wan26Options = {
  resolution: oneOf(['720p', '1080p'], { default: '720p' }),
  duration: secondsField(seconds, 5),
  multi_shots: switchField({ default: false }),
  enable_prompt_expansion: switchField({ default: true }),
  negative_prompt: shortNegativePromptField(500),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
};

export const wan26Price = (input: Priced) => rulePrice(cost(input), { resolution: input.resolution });

export const wan26Wire = () =>
  ({
    resolution: same,
    duration: secondsAsText(seconds),
    multi_shots: same,
    enable_prompt_expansion: same,
    negative_prompt: same,
    enable_safety_checker: same,
    seed: sentSeed,
  }) as const;

export const wan26Result = { outputs: videoOutputs, expects: expectsDuration, sample: wanVideoSample };

export const wan26Rates = {
  microUsd: ratesMicroUsd,
  unit: 'second',
  cost,
  source: 'https://fal.ai/models/wan/v2.6/text-to-video/llms.txt',
  asOf: '2026-11-24',
} as const;

export const wan26Examples = <const Scene extends object>(scene: Scene) =>
  [
    ...atSeconds(scene, { 5: 250, 10: 500, 15: 750 }),
    { input: { ...scene, resolution: '1080p' }, costCredits: 375 },
    { input: { ...scene, resolution: '1080p', duration: 15 }, costCredits: 1125 },
  ] as const;
