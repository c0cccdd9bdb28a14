import { fromSecond } from '../examples.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration, sentShortSeed } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, oneOf, secondsField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Happy Horse 1.1: what all of its endpoints take, cost and deliver.

const sold = soldBySecond({ '720p': 140_000, '1080p': 180_000 });

export const happyHorse = {
  hasSound: true,
  rules: [],
  price: sold.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input: { duration: number }) => 60 + 10 * input.duration,
} as const;

export const longestHorsePrompt = { maxCodePoints: 2_500 };

export const happyHorseOptions = {
  resolution: oneOf(['720p', '1080p'], { default: '720p' }),
  duration: secondsField(everySecond(3, 15), 5),
  negative_prompt: ignoredNegativePromptField(),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
};

export const happyHorseWire = {
  prompt: same,
  resolution: same,
  duration: same,
  negative_prompt: notSent,
  enable_safety_checker: same,
  seed: sentShortSeed,
} as const;

export const happyHorseResult = { outputs: proVideoOutputs, expects: expectsDuration, sample: wanProSample };

export const happyHorseCharges = {
  ...sold.charges,
  asOf: '2026-09-30',
  note: 'Two independent lists give this price; the page was not read.',
} as const;

export const happyHorseExamples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 3, [210, 280, 350, 420, 490, 560, 630, 700, 770, 840, 910, 980, 1050]),
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 450 },
];
