import { fromSecond } from '../examples.ts';
import { ignored } from '../field.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, modelRatioField, oneOf, secondsField } from './model-fields.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';

// Gemini Omni Flash 1.1: what its endpoints for text and for a first image take, cost and deliver.

export const omniFlash = soldBySecond({
  '360p': 30_000,
  '720p': 100_000,
  '1080p': 150_000,
  '2160p': 300_000,
});

export const omniFlashOptions = {
  aspect_ratio: modelRatioField(['16:9', '9:16'], '16:9'),
  resolution: oneOf(['360p', '720p', '1080p', '2160p'], { default: '720p' }),
  duration: secondsField(everySecond(3, 10), 8),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

export const omniFlashWire = {
  aspect_ratio: same,
  resolution: { values: { '360p': '360p', '720p': '720p', '1080p': '1080p', '2160p': '4k' } },
  duration: same,
  negative_prompt: notSent,
  seed: notSent,
} as const;

/** The bill is for the length of the sound track, which is a few milliseconds longer than the video. */
export const omniFlashResult = { outputs: proVideoOutputs, expects: expectsDuration, sample: wanProSample };

export const omniFlashExamples = <const Scene extends object>(scene: Scene) => [
  { input: scene, costCredits: 400 },
  ...fromSecond(scene, 3, [150, 200, 250, 300, 350, 400, 450, 500]),
  { input: { ...scene, resolution: '360p' as const }, costCredits: 120 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 600 },
  { input: { ...scene, resolution: '2160p' as const }, costCredits: 1200 },
];
