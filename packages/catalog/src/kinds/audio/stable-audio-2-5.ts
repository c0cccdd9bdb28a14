import { defineKind } from '../../define-kind.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { secondsField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { seededSoundOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const seconds = [5, 10, 15, 30, 60, 90, 120, 190] as const;
const ratesMicroUsd = { any: 200_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'stable-audio-2-5',
  medium: 'audio',
  hasNoEqual: true,
  menu: {
    group: 'audio',
    path: 'audio/stable-audio-2-5',
    order: 311,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    prompt: promptField(),
    duration: secondsField(seconds, 60),
    num_inference_steps: sliderField({ min: 4, max: 8, step: 1, default: 8 }),
    guidance_scale: sliderField({ min: 1, max: 25, step: 0.5, default: 1 }),
    seed: seedField(),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 20,
  columns: () => ({ model: 'stable-audio-2-5' }),
});

const subject = { prompt: 'A piano arpeggio that grows into an orchestra' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/stable-audio-25/text-to-audio',
    wire: {
      prompt: same,
      duration: 'seconds_total',
      num_inference_steps: same,
      guidance_scale: same,
      seed: sentSeed,
    },
    unsold: { sync_mode: false },
    outputs: seededSoundOutputs,
    expects: ({ seconds_total }) => ({ seconds: Number(seconds_total) }),
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/stable-audio_arpeggio.wav', content_type: 'audio/wav' },
      seed: 1_204_511,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'request',
      cost,
      source: 'https://fal.ai/models/fal-ai/stable-audio-25/text-to-audio/llms.txt',
      asOf: '2026-11-30',
    },
    examples: [
      { input: subject, costCredits: 100 },
      { input: { ...subject, duration: 190, num_inference_steps: 4, guidance_scale: 7 }, costCredits: 100 },
    ],
  });
