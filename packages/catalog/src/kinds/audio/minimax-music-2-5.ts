import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { promptField, textField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 150_000 };
const cost = () => ratesMicroUsd.any;
const page = 'https://fal.ai/models/fal-ai/minimax-music/v2.5/llms.txt';
const readOn = '2026-11-30';

export const kind = defineKind({
  id: 'minimax-music-2-5',
  medium: 'audio',
  hasNoEqual: true,
  menu: {
    group: 'audio',
    path: 'audio/minimax-music-2-5',
    order: 312,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    prompt: promptField(),
    lyrics: textField({ rows: 6, maxCodePoints: 3_500 }),
    force_instrumental: switchField({ default: false }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 90,
  columns: () => ({ model: 'minimax-music-2-5' }),
});

const subject = { prompt: 'Indie folk, melancholic, a walk alone, a coffee shop' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/minimax-music/v2.5',
    wire: {
      prompt: same,
      lyrics: { unless: '' },
      force_instrumental: 'is_instrumental',
      seed: notSent,
    },
    // Lets the model write missing lyrics: without this, a song that has none is refused.
    fixed: { lyrics_optimizer: true },
    outputs: soundOutputs,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/minimax-music_song.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: { microUsd: ratesMicroUsd, unit: 'request', cost, source: page, asOf: readOn },
    verified: {
      schema: page,
      price: page,
      on: readOn,
      by: 'packages/kind-draft/src/stored-facts.test.ts, and a reader of the page',
    },
    examples: [
      { input: subject, costCredits: 75 },
      {
        input: { ...subject, lyrics: '[Verse]\nStreetlights flicker, the night breeze sighs' },
        costCredits: 75,
      },
      { input: { ...subject, force_instrumental: true }, costCredits: 75 },
    ],
  });
