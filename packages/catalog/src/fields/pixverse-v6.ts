import { fromSecond } from '../examples.ts';
import { proVideoOutputs } from '../outputs.ts';
import { costWithSound, priceWithSound } from '../pricing.ts';
import { expectsDuration, sentSeed } from '../shared-wire.ts';
import { same } from '../wire.ts';
import { everySecond, oneOf, secondsField, soundField } from './model-fields.ts';
import { negativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// PixVerse 6: what all of its endpoints take, cost and deliver.

const ratesMicroUsd = {
  '360p': 35_000,
  '360p silent': 25_000,
  '540p': 45_000,
  '540p silent': 35_000,
  '720p': 60_000,
  '720p silent': 45_000,
  '1080p': 115_000,
  '1080p silent': 90_000,
};
const cost = costWithSound<'360p' | '540p' | '720p' | '1080p'>(ratesMicroUsd);

export const pixversePrice = (input: Parameters<typeof cost>[0]) =>
  priceWithSound(cost, input, { resolution: input.resolution });

export const pixverseRates = { microUsd: ratesMicroUsd, unit: 'second', cost } as const;

export const pixverseRatios = ['16:9', '4:3', '1:1', '3:4', '9:16', '2:3', '3:2', '21:9'] as const;

export const pixverseOptions = {
  resolution: oneOf(['360p', '540p', '720p', '1080p'], { default: '720p' }),
  duration: secondsField(everySecond(1, 15), 5),
  generate_audio: soundField(false),
  negative_prompt: negativePromptField(),
  seed: seedField(),
};

export const pixverseWire = {
  resolution: same,
  duration: same,
  generate_audio: 'generate_audio_switch',
  negative_prompt: { unless: '' },
  seed: sentSeed,
} as const;

/** Result of a video that was extended, whose length nothing states. */
export const pixverseExtended = {
  outputs: proVideoOutputs,
  sample: { video: { url: 'https://v3.fal.media/files/lion/a1_output.mp4', content_type: 'video/mp4' } },
} as const;

export const pixverseResult = {
  unsold: { generate_multi_clip_switch: false },
  expects: expectsDuration,
  ...pixverseExtended,
} as const;

// biome-ignore format: in one line
const credits = [25, 45, 70, 90, 115, 135, 160, 180, 205, 225, 250, 270, 295, 315, 340];

export const pixverseExamples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 1, credits),
  { input: { ...scene, generate_audio: true }, costCredits: 150 },
  { input: { ...scene, resolution: '360p' as const }, costCredits: 65 },
  { input: { ...scene, resolution: '360p' as const, generate_audio: true }, costCredits: 90 },
  { input: { ...scene, resolution: '540p' as const }, costCredits: 90 },
  { input: { ...scene, resolution: '540p' as const, generate_audio: true }, costCredits: 115 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 225 },
  { input: { ...scene, resolution: '1080p' as const, generate_audio: true }, costCredits: 290 },
];
