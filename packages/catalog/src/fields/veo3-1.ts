import { atSeconds } from '../examples.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { costWithSound, priceWithSound } from '../pricing.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../shared-wire.ts';
import { same } from '../wire.ts';
import { modelRatioField, oneOf, secondsField, soundField } from './model-fields.ts';
import { negativePromptField, promptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// Veo 3.1: what all of its endpoints take and deliver. Their ratios and rates differ.

const seconds = [4, 6, 8] as const;

export const veoOptions = {
  resolution: oneOf(['720p', '1080p'], { default: '720p' }),
  duration: secondsField(seconds, 8),
  generate_audio: soundField(),
  negative_prompt: negativePromptField(),
  seed: seedField(),
};

/** Fields of the endpoints that make a video from a prompt alone. */
export const veoTextFields = {
  prompt: promptField(),
  aspect_ratio: modelRatioField(['16:9', '9:16'], '16:9'),
  ...veoOptions,
};

export const veoCost = costWithSound<'720p' | '1080p'>;

const fastRates = {
  '720p': 150_000,
  '720p silent': 100_000,
  '1080p': 150_000,
  '1080p silent': 100_000,
};
export const veoFastCost = veoCost(fastRates);

export const veoPrice = (cost: typeof veoFastCost) => (input: Parameters<typeof cost>[0]) =>
  priceWithSound(cost, input, { resolution: input.resolution });

export const veoSeconds = (input: { resolution: string }) => (input.resolution === '1080p' ? 120 : 90);

export const veoWire = () =>
  ({
    prompt: same,
    aspect_ratio: same,
    resolution: same,
    duration: secondsAsText(seconds, 's'),
    generate_audio: same,
    negative_prompt: { unless: '' },
    seed: sentSeed,
  }) as const;

export const veoRest = {
  fixed: { safety_tolerance: '4' },
  outputs: proVideoOutputs,
  expects: expectsDuration,
  sample: wanProSample,
} as const;

export const unsoldVeoText = { auto_fix: true } as const;

export const veoFastProviderPrice = {
  microUsd: fastRates,
  unit: 'second',
  cost: veoFastCost,
  source: 'https://fal.ai/models/fal-ai/veo3.1/fast/first-last-frame-to-video/llms.txt',
  asOf: '2026-11-24',
  note: "Price of Veo 3.1 Fast on fal's page of its first-last-frame endpoint; resellers give the same one for this endpoint.",
} as const;

export const veoFastExamples = <const Scene extends object>(scene: Scene) =>
  [
    ...atSeconds(scene, { 4: 300, 6: 450, 8: 600 }),
    { input: { ...scene, generate_audio: false }, costCredits: 400 },
    { input: { ...scene, resolution: '1080p' }, costCredits: 600 },
    { input: { ...scene, resolution: '1080p', generate_audio: false }, costCredits: 400 },
  ] as const;
