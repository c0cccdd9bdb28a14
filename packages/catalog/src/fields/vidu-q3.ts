import { fromSecond } from '../examples.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration, sentSeed } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, secondsField, soundField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// Vidu Q3: what its endpoints for text and for a first image take, cost and deliver.

export const viduQ3 = soldBySecond({ '360p': 70_000, '540p': 70_000, '720p': 154_000, '1080p': 154_000 });

export const viduQ3Options = {
  duration: secondsField(everySecond(1, 16), 5),
  generate_audio: soundField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: seedField(),
};

export const viduQ3Wire = {
  resolution: same,
  duration: same,
  generate_audio: 'audio',
  negative_prompt: notSent,
  seed: sentSeed,
} as const;

export const viduQ3Result = { outputs: proVideoOutputs, expects: expectsDuration, sample: wanProSample };

export const viduQ3Examples = <const Scene extends object>(scene: Scene) => [
  { input: scene, costCredits: 385 },
  // biome-ignore format: in one line
  ...fromSecond(scene, 1, [80, 155, 235, 310, 385, 465, 540, 620, 695, 770, 850, 925, 1005, 1080, 1155, 1235]),
  { input: { ...scene, resolution: '540p' as const }, costCredits: 175 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 385 },
  { input: { ...scene, generate_audio: false }, costCredits: 385 },
];
