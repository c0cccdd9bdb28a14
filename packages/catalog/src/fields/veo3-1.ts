import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { costWithSound } from '../pricing.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../shared-wire.ts';
import { same } from '../wire.ts';
import { oneOf, secondsField, soundField } from './model-fields.ts';
import { negativePromptField } from './text-field.ts';
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

export const veoCost = costWithSound<'720p' | '1080p'>;

export const veoSeconds = (input: { resolution: string }) => (input.resolution === '1080p' ? 120 : 90);

export const veoWire = () =>
  ({
    resolution: same,
    duration: secondsAsText(seconds, 's'),
    generate_audio: same,
    negative_prompt: { unless: '' },
    seed: sentSeed,
  }) as const;

export const veoFixed = { safety_tolerance: '4' } as const;

export const veoResult = { outputs: proVideoOutputs, expects: expectsDuration, sample: wanProSample };
