import { fromSecond } from '../examples.ts';
import { ignored } from '../field.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { rulePrice } from '../pricing.ts';
import { expectsDuration } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, modelRatioField, secondsField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// MiniMax H3: what its endpoints take, cost and deliver. Its schema has one resolution, 2K; the smaller ones of its price
// list are not offered.

const rateMicroUsd = 130_000;
const cost = ({ duration }: { duration: number }) => rateMicroUsd * duration;

export const h3 = {
  hasSound: true,
  fixedResolution: '1440p',
  rules: [],
  price: (input: { duration: number }) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input: { duration: number }) => 60 + 15 * input.duration,
} as const;

export const h3Options = {
  duration: secondsField(everySecond(5, 15), 5),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

/** The ratios of its endpoint for references. */
export const h3Ratio = () => modelRatioField(['auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'], 'auto');

export const h3RatioWire = {
  values: {
    auto: 'adaptive',
    '21:9': '21:9',
    '16:9': '16:9',
    '4:3': '4:3',
    '1:1': '1:1',
    '3:4': '3:4',
    '9:16': '9:16',
  },
} as const;

/** Five reference images are free. */
export const freeH3References = 5;

export const h3Wire = { duration: same, negative_prompt: notSent, seed: notSent } as const;

export const h3Result = {
  fixed: { resolution: '2K' },
  outputs: proVideoOutputs,
  expects: expectsDuration,
  sample: wanProSample,
} as const;

export const h3Charges = {
  microUsd: { second: rateMicroUsd },
  unit: 'second',
  cost,
  asOf: '2026-09-30',
} as const;

export const h3Examples = <const Scene extends object>(scene: Scene) =>
  fromSecond(scene, 5, [325, 390, 455, 520, 585, 650, 715, 780, 845, 910, 975]);
