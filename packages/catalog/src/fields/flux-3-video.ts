import { fromSecond } from '../examples.ts';
import { ignored } from '../field.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, oneOf, secondsField, soundField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// FLUX 3 video: what its endpoints for text and for a first image take, cost and deliver.

export const flux3 = soldBySecond({ '720p': 170_000, '1080p': 290_000 });

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

export const flux3Result = {
  fixed: { safety_tolerance: 2 },
  outputs: videoOutputs,
  expects: expectsDuration,
  sample: wanVideoSample,
};

// biome-ignore format: in one line
const credits = [425, 510, 595, 680, 765, 850, 935, 1020, 1105, 1190, 1275, 1360, 1445, 1530, 1615, 1700];

export const flux3Examples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 5, credits),
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 725 },
  { input: { ...scene, generate_audio: false }, costCredits: 425 },
];
