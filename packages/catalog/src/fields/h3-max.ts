import { fromSecond } from '../examples.ts';
import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration, inCapitals, sentSeed } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, oneOf, secondsField } from './model-fields.ts';
import { ignoredNegativePromptField, promptField } from './text-field.ts';
import { optionalUpload, requiredUpload } from './upload-field.ts';
import { seedField, switchField } from './value-fields.ts';
import { ignoredRatioField } from './video-fields.ts';

// H3 Max and H3 Max Turbo: what all of their endpoints take and deliver, and the rates of both. fal has sold them for less
// at times; these are the prices of the list.

const resolutions = ['480p', '768p', '1080p'] as const;

export const h3Max = soldBySecond({ '480p': 50_000, '768p': 80_000, '1080p': 160_000 });
export const h3MaxTurbo = soldBySecond({ '480p': 25_000, '768p': 40_000, '1080p': 80_000 });

export const h3Ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

export const h3Options = {
  resolution: oneOf(resolutions, { default: '768p' }),
  duration: secondsField(everySecond(5, 15), 5),
  prompt_expansion_mode: oneOf(['disabled', 'balanced', 'quality'], {
    default: 'balanced',
    section: 'advanced',
  }),
  negative_prompt: ignoredNegativePromptField(),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
};

/** Fields of the endpoints that begin with a picture, whose ratio their video has. */
export const h3Frames = {
  image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
  end_image_url: optionalUpload({ accept: 'image' }),
  prompt: promptField(),
  aspect_ratio: ignoredRatioField('auto'),
};

export const h3FramesWire = () =>
  ({ image_url: same, end_image_url: { unless: null }, prompt: same, aspect_ratio: notSent }) as const;

export const h3Wire = () =>
  ({
    resolution: inCapitals(resolutions),
    duration: same,
    prompt_expansion_mode: same,
    negative_prompt: notSent,
    enable_safety_checker: same,
    seed: sentSeed,
  }) as const;

export const h3Result = {
  unsold: { sync_mode: false },
  outputs: proVideoOutputs,
  expects: expectsDuration,
  sample: wanProSample,
};

export const h3MaxExamples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 5, [200, 240, 280, 320, 360, 400, 440, 480, 520, 560, 600]),
  { input: { ...scene, resolution: '480p' as const }, costCredits: 125 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 400 },
];

export const h3MaxTurboExamples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 5, [100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300]),
  { input: { ...scene, resolution: '480p' as const }, costCredits: 65 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 200 },
];
