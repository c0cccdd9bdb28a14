import { atSeconds } from '../examples.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { costWithSound, priceWithSound } from '../pricing.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { oneOf, secondsField, soundField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField, switchField } from './value-fields.ts';

// Seedance 1.5 Pro: what both of its endpoints take, cost and deliver.

const seconds = [4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const ratesMicroUsd = {
  '480p': 24_200,
  '480p silent': 12_100,
  '720p': 52_400,
  '720p silent': 26_200,
  '1080p': 117_600,
  '1080p silent': 58_800,
};
const cost = costWithSound<'480p' | '720p' | '1080p'>(ratesMicroUsd);

export const seedancePrice = (input: Parameters<typeof cost>[0]) =>
  priceWithSound(cost, input, { resolution: input.resolution });

export const seedanceRates = {
  microUsd: ratesMicroUsd,
  unit: 'second',
  cost,
  asOf: '2026-11-24',
  note: '$2.40 per million tokens of height × width × 24 frames a second × seconds / 1024, half of it without sound; counted for the largest size of each resolution.',
} as const;

export const seedanceSeconds = ({ duration }: { duration: number }) => 12 * duration;

export const seedanceRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;

export const seedanceOptions = {
  resolution: oneOf(['480p', '720p', '1080p'], { default: '720p' }),
  duration: secondsField(seconds, 5),
  generate_audio: soundField(),
  camera_fixed: switchField({ default: false }),
  negative_prompt: ignoredNegativePromptField(),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
};

export const seedanceWire = () =>
  ({
    prompt: same,
    aspect_ratio: same,
    resolution: same,
    duration: secondsAsText(seconds),
    generate_audio: same,
    camera_fixed: same,
    negative_prompt: notSent,
    enable_safety_checker: same,
    seed: sentSeed,
  }) as const;

export const seedanceResult = { outputs: videoOutputs, expects: expectsDuration, sample: wanVideoSample };

export const seedanceExamples = <const Scene extends object>(scene: Scene) =>
  [
    ...atSeconds(scene, { 4: 105, 5: 135, 6: 160, 7: 185, 8: 210, 9: 240, 10: 265, 11: 290, 12: 315 }),
    { input: { ...scene, generate_audio: false }, costCredits: 70 },
    { input: { ...scene, resolution: '480p' }, costCredits: 65 },
    { input: { ...scene, resolution: '480p', generate_audio: false }, costCredits: 35 },
    { input: { ...scene, resolution: '1080p' }, costCredits: 295 },
    { input: { ...scene, resolution: '1080p', generate_audio: false }, costCredits: 150 },
  ] as const;
