import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { modelRatioField, oneOf, secondsField, soundField } from '../../fields/model-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { proVideoOutputs } from '../../outputs.ts';
import { costWithSound, priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, sentSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

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

export const kind = defineKind({
  id: 'pixverse-v6-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/pixverse-v6-text-to-video',
    order: 59,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(['16:9', '4:3', '1:1', '3:4', '9:16', '2:3', '3:2', '21:9'], '16:9'),
    resolution: oneOf(['360p', '540p', '720p', '1080p'], { default: '720p' }),
    duration: secondsField([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 5),
    generate_audio: soundField(false),
    negative_prompt: negativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceWithSound(cost, input, { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '1080p' ? 90 : 50),
  columns: (input) => ({
    model: 'pixverse-v6-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const subject = { prompt: 'A dolly shot through a market at night, after rain' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/pixverse/v6/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: same,
      generate_audio: 'generate_audio_switch',
      negative_prompt: { unless: '' },
      seed: sentSeed,
    },
    unsold: { generate_multi_clip_switch: false },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: { video: { url: 'https://v3.fal.media/files/lion/a1_output.mp4', content_type: 'video/mp4' } },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/pixverse/v6/text-to-video',
      asOf: '2026-11-25',
      note: 'The page has the endpoint under its shorter name; that of fal-ai/pixverse/v6/extend gives the same price.',
    },
    examples: [
      ...atSeconds(subject, {
        1: 25,
        2: 45,
        3: 70,
        4: 90,
        5: 115,
        6: 135,
        7: 160,
        8: 180,
        9: 205,
        10: 225,
        11: 250,
        12: 270,
        13: 295,
        14: 315,
        15: 340,
      }),
      { input: { ...subject, generate_audio: true }, costCredits: 150 },
      { input: { ...subject, resolution: '360p' }, costCredits: 65 },
      { input: { ...subject, resolution: '360p', generate_audio: true }, costCredits: 90 },
      { input: { ...subject, resolution: '540p' }, costCredits: 90 },
      { input: { ...subject, resolution: '540p', generate_audio: true }, costCredits: 115 },
      { input: { ...subject, resolution: '1080p' }, costCredits: 225 },
      { input: { ...subject, resolution: '1080p', generate_audio: true }, costCredits: 290 },
    ],
  });
