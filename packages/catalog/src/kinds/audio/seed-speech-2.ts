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
import { textField } from '../../fields/text-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = { character: 30 };
const cost = costPerCharacter(ratesMicroUsd.character);

/** fal's names of speakers, its default first: at least one for each language, and those that speak several. */
const voiceNames = {
  Stokie: 'stokie_en',
  Dacey: 'dacey_en',
  Tim: 'tim_en',
  Kian: 'kian_en_zh',
  Cedric: 'cedric_en_zh',
  Sophie: 'sophie_en_zh',
  Jean: 'jean_en_zh',
  Mabel: 'mabel_en_zh',
  Quentin: 'quentin_en_zh',
  Vivi: 'vivi_mixed_en_zh_ja_es_id',
  Sandy: 'sandy_es_mixed_en_zh',
  Tracy: 'tracy_es_zh',
  Felipe: 'felipe_es',
  Martins: 'martins_pt',
  Sven: 'sven_de',
  Usseau: 'usseau_fr',
  Enzo: 'enzo_it',
  Minimi: 'minimi_ja',
  Shane: 'shane_ko',
  Han: 'han_id',
  Felix: 'felix_zh',
  Celeste: 'celeste_zh',
} as const;
const voices = Object.keys(voiceNames) as (keyof typeof voiceNames)[];

const languages = ['auto', 'en', 'zh', 'ja', 'ko', 'es-mx', 'pt-br', 'id', 'de', 'fr', 'it'] as const;

export const kind = defineKind({
  id: 'seed-speech-2',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/seed-speech-2', order: 308, isNew: true, isPro: false, isPage: false },
  fields: {
    prompt: spokenTextField(5_000),
    voice: voiceField(voices, 'Stokie'),
    language: oneOf(languages, { default: 'auto', unit: 'language' }),
    speed: sliderField({ min: 0.5, max: 2, step: 0.05, default: 1 }),
    pitch: sliderField({ min: -12, max: 12, step: 1, default: 0 }),
    voice_instruction: textField({ rows: 2, section: 'advanced', maxCodePoints: 300 }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + countSpokenSeconds(input) / 4,
  columns: () => ({ model: 'seed-speech-2' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/seed-speech/tts/v2',
    wire: {
      prompt: 'text',
      voice: { values: voiceNames },
      language: { unless: 'auto' },
      speed: same,
      pitch: same,
      voice_instruction: { unless: '' },
      seed: null,
    },
    unsold: { output_format: 'mp3', sample_rate: 24_000, volume: 1 },
    outputs: soundOutputs,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/seed-speech-2_speech.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/fal-ai/bytedance/seed-speech/tts/v2/llms.txt',
      asOf: '2026-08-31',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 15 },
      {
        input: { ...subject, voice: 'Sven', language: 'de', voice_instruction: 'Speak slowly and softly' },
        costCredits: 5,
      },
    ],
  });
