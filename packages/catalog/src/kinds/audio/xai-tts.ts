import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  costPerCharacter,
  countSpokenSeconds,
  priceByLength,
  spokenTextField,
  voiceField,
} from '../../fields/speech-fields.ts';
import { seedField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { character: 15 };
const cost = costPerCharacter(ratesMicroUsd.character);

/** fal's names of the speakers, its default first; without Leo, whom the local preview cannot tell from Eve. */
const voiceNames = { Eve: 'eve', Ara: 'ara', Rex: 'rex', Sal: 'sal' } as const;
const voices = Object.keys(voiceNames) as (keyof typeof voiceNames)[];

const languages = [
  'auto',
  'en',
  'zh',
  'es-MX',
  'es-ES',
  'fr',
  'de',
  'it',
  'pt-BR',
  'pt-PT',
  'ru',
  'tr',
  'ar-EG',
  'hi',
  'bn',
  'ja',
  'ko',
  'vi',
  'id',
] as const;

export const kind = defineKind({
  id: 'xai-tts',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/xai-tts', order: 314, isNew: true, isPro: false, isPage: false },
  fields: {
    prompt: spokenTextField(5_000),
    voice: voiceField(voices, 'Eve'),
    language: oneOf(languages, { default: 'auto', unit: 'language' }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + countSpokenSeconds(input) / 6,
  columns: () => ({ model: 'xai-tts' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'xai/tts/v1',
    wire: { prompt: 'text', voice: { values: voiceNames }, language: same, seed: notSent },
    outputs: soundOutputs,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/xai-tts_speech.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/xai/tts/v1/llms.txt',
      asOf: '2026-11-30',
      note: 'Read in a public copy of the page.',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 10 },
      { input: { ...subject, voice: 'Sal', language: 'es-MX' }, costCredits: 5 },
    ],
  });
