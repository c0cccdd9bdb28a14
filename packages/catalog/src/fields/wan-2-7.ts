import { atSeconds } from '../examples.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { rulePrice } from '../pricing.ts';
import { expectsDuration, secondsAsText, sentShortSeed } from '../shared-wire.ts';
import { same } from '../wire.ts';
import { oneOf, secondsField } from './model-fields.ts';
import { shortNegativePromptField } from './text-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Wan 2.7: what its endpoints for text and for a first image take, cost and deliver.

const seconds = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const ratesMicroUsd = { '720p': 100_000, '1080p': 150_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number };
const cost = ({ resolution, duration }: Priced) => ratesMicroUsd[resolution] * duration;

export const wan27Options = {
  resolution: oneOf(['720p', '1080p'], { default: '720p' }),
  duration: secondsField(seconds, 5),
  enable_prompt_expansion: switchField({ default: true }),
  negative_prompt: shortNegativePromptField(500),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
};

export const wan27Price = (input: Priced) => rulePrice(cost(input), { resolution: input.resolution });

export const wan27Wire = () =>
  ({
    resolution: same,
    duration: secondsAsText(seconds),
    enable_prompt_expansion: same,
    negative_prompt: same,
    enable_safety_checker: same,
    seed: sentShortSeed,
  }) as const;

export const wan27Result = { outputs: videoOutputs, expects: expectsDuration, sample: wanVideoSample };

export const wan27Rates = {
  microUsd: ratesMicroUsd,
  unit: 'second',
  cost,
  asOf: '2026-11-24',
} as const;

// biome-ignore format: one line for each half
const creditsAtSeconds = {
  2: 100, 3: 150, 4: 200, 5: 250, 6: 300, 7: 350, 8: 400,
  9: 450, 10: 500, 11: 550, 12: 600, 13: 650, 14: 700, 15: 750,
} as const;

export const wan27Examples = <const Scene extends object>(scene: Scene) =>
  [
    ...atSeconds(scene, creditsAtSeconds),
    { input: { ...scene, resolution: '1080p' }, costCredits: 375 },
    { input: { ...scene, resolution: '1080p', duration: 15 }, costCredits: 1125 },
  ] as const;
