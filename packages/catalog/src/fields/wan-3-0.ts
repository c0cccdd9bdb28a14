import { fromSecond } from '../examples.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration, sentShortSeed } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, oneOf, secondsField, soundField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Wan 3.0: what its endpoints for text and for a first image take, cost and deliver.

export const wan30 = soldBySecond({ '480p': 50_000, '720p': 100_000, '1080p': 200_000 });

export const wan30Ratios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

export const wan30Options = {
  resolution: oneOf(['480p', '720p', '1080p'], { default: '720p' }),
  duration: secondsField(everySecond(2, 30), 5),
  generate_audio: soundField(),
  enable_prompt_expansion: switchField({ default: true }),
  negative_prompt: ignoredNegativePromptField(),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
};

export const wan30Wire = () =>
  ({
    aspect_ratio: {
      values: {
        auto: 'adaptive',
        '16:9': '16:9',
        '4:3': '4:3',
        '1:1': '1:1',
        '3:4': '3:4',
        '9:16': '9:16',
      },
    },
    resolution: same,
    duration: same,
    generate_audio: 'audio',
    enable_prompt_expansion: same,
    negative_prompt: notSent,
    enable_safety_checker: same,
    seed: sentShortSeed,
  }) as const;

export const wan30Result = {
  unsold: { enable_thinking: false },
  outputs: videoOutputs,
  expects: expectsDuration,
  sample: wanVideoSample,
};

// biome-ignore format: ten seconds a line
const credits = [
  100, 150, 200, 250, 300, 350, 400, 450, 500,
  550, 600, 650, 700, 750, 800, 850, 900, 950, 1000,
  1050, 1100, 1150, 1200, 1250, 1300, 1350, 1400, 1450, 1500,
];

export const wan30Examples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 2, credits),
  { input: { ...scene, resolution: '480p' as const }, costCredits: 125 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 500 },
  { input: { ...scene, generate_audio: false }, costCredits: 250 },
];
