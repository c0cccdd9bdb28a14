import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import {
  costPerCharacter,
  countSpokenSeconds,
  priceByLength,
  spokenLanguageField,
  spokenTextField,
  voiceField,
} from '../../fields/speech-fields.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { timedSoundOutputs } from '../../outputs.ts';
import { defineServerHalf } from '../../server-half.ts';

const ratesMicroUsd = { character: 100 };
const cost = costPerCharacter(ratesMicroUsd.character);

/** fal's names of the model's own speakers, its default first. */
const voiceNames = {
  'Wise Woman': 'Wise_Woman',
  'Friendly Person': 'Friendly_Person',
  'Inspirational Girl': 'Inspirational_girl',
  'Deep Voice Man': 'Deep_Voice_Man',
  'Calm Woman': 'Calm_Woman',
  'Casual Guy': 'Casual_Guy',
  'Lively Girl': 'Lively_Girl',
  'Patient Man': 'Patient_Man',
  'Young Knight': 'Young_Knight',
  'Determined Man': 'Determined_Man',
  'Lovely Girl': 'Lovely_Girl',
  'Decent Boy': 'Decent_Boy',
  'Imposing Manner': 'Imposing_Manner',
  'Elegant Man': 'Elegant_Man',
  Abbess: 'Abbess',
  'Sweet Girl': 'Sweet_Girl_2',
  'Exuberant Girl': 'Exuberant_Girl',
} as const;
const voices = Object.keys(voiceNames) as (keyof typeof voiceNames)[];

const languageNames = {
  auto: 'auto',
  en: 'English',
  zh: 'Chinese',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  pl: 'Polish',
  ru: 'Russian',
  tr: 'Turkish',
  ar: 'Arabic',
  hi: 'Hindi',
  ja: 'Japanese',
  ko: 'Korean',
} as const;

export const kind = defineKind({
  id: 'minimax-speech-2-8-hd',
  medium: 'audio',
  hasNoEqual: true,
  menu: {
    group: 'audio',
    path: 'audio/minimax-speech-2-8-hd',
    order: 306,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    prompt: spokenTextField(5_000),
    voice: voiceField(voices, 'Wise Woman'),
    language: spokenLanguageField,
    speed: sliderField({ min: 0.5, max: 2, step: 0.05, default: 1 }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + countSpokenSeconds(input) / 4,
  columns: () => ({ model: 'minimax-speech-2-8-hd' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/minimax/speech-2.8-hd',
    wire: {
      prompt: 'prompt',
      voice: {
        as: 'voice_setting.voice_id',
        values: voiceNames,
      },
      language: {
        as: 'language_boost',
        values: languageNames,
      },
      speed: 'voice_setting.speed',
      seed: null,
    },
    // Its default is the sound as text in hexadecimal digits.
    fixed: { output_format: 'url' },
    unsold: { 'voice_setting.vol': 1 },
    outputs: timedSoundOutputs,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/speech-2-8_speech.mp3', content_type: 'audio/mpeg' },
      duration_ms: 3_200,
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/fal-ai/minimax/speech-2.8-hd/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 50 },
      { input: { ...subject, voice: 'Deep Voice Man', language: 'en', speed: 1.25 }, costCredits: 5 },
    ],
  });
