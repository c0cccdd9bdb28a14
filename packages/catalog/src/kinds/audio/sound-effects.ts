import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { secondsField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { seedField, sliderField, switchField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [1, 2, 3, 5, 8, 10, 15, 20, 22] as const;
const ratesMicroUsd = { any: 2_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.any * duration;

export const kind = defineKind({
  id: 'sound-effects',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/sound-effects', order: 301, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: promptField({ maxCodePoints: 450 }),
    duration: secondsField(seconds, 5),
    loop: switchField({ default: false }),
    prompt_influence: sliderField({ min: 0, max: 1, step: 0.05, default: 0.3 }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: () => 10,
  columns: () => ({ model: 'elevenlabs-sound-effects' }),
});

const subject = { prompt: 'A wooden door creaks open, then slams' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/elevenlabs/sound-effects/v2',
    wire: {
      prompt: 'text',
      duration: 'duration_seconds',
      loop: same,
      prompt_influence: same,
      seed: notSent,
    },
    unsold: { output_format: 'mp3_44100_128' },
    outputs: soundOutputs,
    expects: ({ duration_seconds }) => ({ seconds: Number(duration_seconds) }),
    sample: {
      audio: { url: 'https://v3.fal.media/files/lion/door_sound_effect.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/elevenlabs/sound-effects/v2/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      ...atSeconds(subject, { 1: 5, 2: 5, 3: 5, 5: 5, 8: 10, 10: 10, 15: 15, 20: 20, 22: 25 }),
      { input: { ...subject, loop: true }, costCredits: 5 },
    ],
  });
