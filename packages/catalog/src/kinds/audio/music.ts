import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { secondsField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [15, 30, 60, 90, 120, 180, 240, 300] as const;
const millisecondsOf = {
  15: 15_000,
  30: 30_000,
  60: 60_000,
  90: 90_000,
  120: 120_000,
  180: 180_000,
  240: 240_000,
  300: 300_000,
} as const;
// Every minute that has begun is charged.
const ratesMicroUsd = { minute: 800_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.minute * Math.ceil(duration / 60);

export const kind = defineKind({
  id: 'music',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/music', order: 302, isNew: true, isPro: false, isPage: true },
  fields: {
    prompt: promptField(),
    duration: secondsField(seconds, 60),
    force_instrumental: switchField({ default: false }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 15 + input.duration / 4,
  columns: () => ({ model: 'elevenlabs-music' }),
});

const subject = { prompt: 'A slow waltz for piano and strings, warm and a little sad' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/elevenlabs/music',
    wire: {
      prompt: same,
      duration: { as: 'music_length_ms', values: millisecondsOf },
      force_instrumental: same,
      seed: notSent,
    },
    unsold: { output_format: 'mp3_44100_128' },
    outputs: soundOutputs,
    expects: ({ music_length_ms }) => ({ seconds: Number(music_length_ms) / 1_000 }),
    sample: {
      audio: {
        url: 'https://v3.fal.media/files/otter/music_generated.mp3',
        content_type: 'audio/mpeg',
        file_name: 'music_generated.mp3',
      },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/fal-ai/elevenlabs/music/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      ...atSeconds(subject, {
        15: 400,
        30: 400,
        60: 400,
        90: 800,
        120: 800,
        180: 1200,
        240: 1600,
        300: 2000,
      }),
      { input: { ...subject, force_instrumental: true }, costCredits: 400 },
    ],
  });
