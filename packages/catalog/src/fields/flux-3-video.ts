import { fromSecond } from '../examples.ts';
import { ignored } from '../field.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, oneOf, secondsField, soundField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// FLUX 3 video: what all of its endpoints take, cost and deliver.

export const flux3 = soldBySecond({ '720p': 170_000, '1080p': 290_000 });
export const flux3Extend = soldBySecond({ '720p': 410_000, '1080p': 530_000 });

export const flux3Ratios = ['auto', '21:9', '2:1', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

export const flux3Options = {
  resolution: oneOf(['720p', '1080p'], { default: '720p' }),
  duration: secondsField(everySecond(5, 20), 5),
  generate_audio: soundField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

export const flux3Wire = {
  resolution: same,
  duration: same,
  generate_audio: same,
  negative_prompt: notSent,
  seed: notSent,
} as const;

/** Result of a video that was extended, whose length nothing states. */
export const flux3Extended = {
  fixed: { safety_tolerance: 2 },
  outputs: videoOutputs,
  sample: wanVideoSample,
};

export const flux3Result = { expects: expectsDuration, ...flux3Extended };

// biome-ignore format: in one line
const extendCredits = [1025, 1230, 1435, 1640, 1845, 2050, 2255, 2460, 2665, 2870, 3075, 3280, 3485, 3690, 3895, 4100];

export const flux3ExtendExamples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 5, extendCredits),
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 1325 },
  { input: { ...scene, generate_audio: false }, costCredits: 1025 },
];

// biome-ignore format: in one line
const credits = [425, 510, 595, 680, 765, 850, 935, 1020, 1105, 1190, 1275, 1360, 1445, 1530, 1615, 1700];

export const flux3Examples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 5, credits),
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 725 },
  { input: { ...scene, generate_audio: false }, costCredits: 425 },
];
