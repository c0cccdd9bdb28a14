import { defineKind } from '../../define-kind.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { promptField, textField } from '../../fields/text-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { songOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = { any: 75_000 };
const cost = () => ratesMicroUsd.any;

export const kind = defineKind({
  id: 'sonauto-2',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/sonauto-2', order: 313, isNew: true, isPro: false, isPage: false },
  fields: {
    prompt: promptField(),
    lyrics: textField({ rows: 6, maxCodePoints: 3_500 }),
    prompt_strength: sliderField({ min: 1.4, max: 3.1, step: 0.1, default: 2 }),
    balance_strength: sliderField({ min: 0, max: 1, step: 0.05, default: 0.7 }),
    seed: seedField(),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 90,
  columns: () => ({ model: 'sonauto-2' }),
});

const subject = { prompt: 'A pop song about turning everything into an app' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'sonauto/v2/text-to-music',
    wire: {
      prompt: same,
      lyrics: { as: 'lyrics_prompt', unless: '' },
      prompt_strength: same,
      balance_strength: same,
      seed: sentSeed,
    },
    // A second song would cost half as much again.
    fixed: { num_songs: 1, output_format: 'mp3' },
    unsold: { bpm: 'auto' },
    outputs: songOutputs,
    sample: {
      audio: [{ url: 'https://v3.fal.media/files/otter/sonauto_song.mp3', content_type: 'audio/mpeg' }],
      seed: 1_204_511,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'request',
      cost,
      source: 'https://fal.ai/models/sonauto/v2/extend/llms.txt',
      asOf: '2026-11-30',
      note: 'The price of its siblings that extend and change a song; its own page was not read.',
    },
    examples: [
      { input: subject, costCredits: 40 },
      { input: { ...subject, lyrics: '[Chorus]\nIt is an app', prompt_strength: 2.5 }, costCredits: 40 },
    ],
  });
