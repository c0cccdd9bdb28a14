import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
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
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { character: 150 };
const cost = costPerCharacter(ratesMicroUsd.character);

/** The model's own speakers, its default first; of thirty, those that differ most. */
const voices = [
  'Kore',
  'Puck',
  'Charon',
  'Zephyr',
  'Aoede',
  'Fenrir',
  'Leda',
  'Orus',
  'Achernar',
  'Algenib',
  'Enceladus',
  'Gacrux',
  'Sulafat',
  'Vindemiatrix',
] as const;

export const kind = defineKind({
  id: 'gemini-3-1-flash-tts',
  medium: 'audio',
  hasNoEqual: true,
  menu: {
    group: 'audio',
    path: 'audio/gemini-3-1-flash-tts',
    order: 315,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    prompt: spokenTextField(5_000),
    voice: voiceField(voices, 'Kore'),
    voice_instruction: textField({ rows: 2, section: 'advanced', maxCodePoints: 300 }),
    temperature: sliderField({ min: 0, max: 2, step: 0.05, default: 1, message: 'temperature_range' }),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + countSpokenSeconds(input) / 4,
  columns: () => ({ model: 'gemini-3-1-flash-tts' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/gemini-3.1-flash-tts',
    wire: {
      prompt: same,
      voice: same,
      voice_instruction: { as: 'style_instructions', unless: '' },
      temperature: same,
      seed: notSent,
    },
    unsold: { output_format: 'mp3' },
    outputs: soundOutputs,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/gemini-tts_speech.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/fal-ai/gemini-3.1-flash-tts/llms.txt',
      asOf: '2026-11-30',
      note: 'A public copy of the page names $0.05 per 1,000 characters; sold at the higher of the two.',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 75 },
      { input: { ...subject, voice: 'Puck', voice_instruction: 'Whisper' }, costCredits: 5 },
    ],
  });
