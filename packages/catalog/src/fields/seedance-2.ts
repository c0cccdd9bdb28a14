import { fromSecond } from '../examples.ts';
import { ignored } from '../field.ts';
import { videoOutputs, wanVideoSample } from '../outputs.ts';
import { soldBySecond } from '../pricing.ts';
import { expectsDuration, secondsAsText } from '../shared-wire.ts';
import { notSent, same } from '../wire.ts';
import { everySecond, modelRatioField, oneOf, secondsField, soundField } from './model-fields.ts';
import { ignoredNegativePromptField, promptField } from './text-field.ts';
import { optionalUpload, requiredUpload } from './upload-field.ts';
import { seedField } from './value-fields.ts';

// Seedance 2: what all of its endpoints take and deliver, and the rates of each model. A request without
// a length would let the model choose it, and with it the bill.

export const seedance2Mini = soldBySecond({ '480p': 72_100, '720p': 154_700 });
export const seedance2Fast = soldBySecond({ '480p': 113_000, '720p': 241_900 });
export const seedance25 = soldBySecond({ '480p': 220_500, '720p': 473_000, '1080p': 1_164_000 });

/** The resolutions of Seedance 2.5, for users who have paid. */
export const seedance25Resolution = () => {
  const resolutions = ['480p', '720p', '1080p'] as const;
  return oneOf(resolutions, { default: '720p', paidOnly: resolutions });
};

export const seedance2Images = {
  image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
  end_image_url: optionalUpload({ accept: 'image' }),
  prompt: promptField(),
};

export const seedance2Ratio = () =>
  modelRatioField(['auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'], 'auto');

export const seedance2Options = (longest: number) => ({
  duration: secondsField(everySecond(4, longest), 5),
  generate_audio: soundField(),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
});

export const seedance2Wire = (longest: number) =>
  ({ image_url: same, end_image_url: { unless: null }, ...seedance2TextWire(longest) }) as const;

/** Wire of the endpoints that take no image. */
export const seedance2TextWire = (longest: number) =>
  ({
    prompt: same,
    resolution: same,
    duration: secondsAsText(everySecond(4, longest)),
    generate_audio: same,
    negative_prompt: notSent,
    seed: notSent,
  }) as const;

export const seedance2Result = { outputs: videoOutputs, expects: expectsDuration, sample: wanVideoSample };

export const seedance2MiniExamples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 4, [310, 390, 465, 545, 620, 700, 775, 855, 930, 1010, 1085, 1165]),
  { input: { ...scene, resolution: '480p' as const }, costCredits: 185 },
  { input: { ...scene, generate_audio: false }, costCredits: 390 },
];

// biome-ignore format: nine seconds a line
const seedance25Credits = [950, 1185, 1420, 1660, 1895, 2130, 2365, 2605, 2840, 3075, 3315, 3550, 3785, 4025, 4260, 4495, 4730, 4970, 5205, 5440, 5680, 5915, 6150, 6390, 6625, 6860, 7095];

export const seedance25Examples = <const Scene extends object>(scene: Scene) => [
  ...fromSecond(scene, 4, seedance25Credits),
  { input: { ...scene, resolution: '480p' as const }, costCredits: 555 },
  { input: { ...scene, resolution: '1080p' as const }, costCredits: 2910 },
  { input: { ...scene, generate_audio: false }, costCredits: 1185 },
];
