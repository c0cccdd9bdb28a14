import { defineKind } from '../../define-kind.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import {
  elevenSpeechFields,
  elevenSpeechResult,
  elevenSpeechUnsold,
  elevenSpeechWire,
} from '../../fields/elevenlabs-speech.ts';
import { costPerCharacter, countSpokenSeconds, priceByLength } from '../../fields/speech-fields.ts';
import { sliderField } from '../../fields/value-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = { character: 50 };
const cost = costPerCharacter(ratesMicroUsd.character);

export const kind = defineKind({
  id: 'eleven-turbo-v2-5',
  medium: 'audio',
  hasNoEqual: true,
  menu: {
    group: 'audio',
    path: 'audio/eleven-turbo-v2-5',
    order: 304,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    ...elevenSpeechFields,
    speed: sliderField({ min: 0.7, max: 1.2, step: 0.05, default: 1 }),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 3 + countSpokenSeconds(input) / 10,
  columns: () => ({ model: 'eleven-turbo-v2-5' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/elevenlabs/tts/turbo-v2.5',
    wire: { ...elevenSpeechWire(), speed: same },
    unsold: { ...elevenSpeechUnsold, similarity_boost: 0.75 },
    ...elevenSpeechResult,
    sample: {
      audio: {
        url: 'https://v3.fal.media/files/otter/eleven-turbo-v2-5_speech.mp3',
        content_type: 'audio/mpeg',
      },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/fal-ai/elevenlabs/tts/turbo-v2.5/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 25 },
      { input: { ...subject, voice: 'George', language: 'en' }, costCredits: 5 },
    ],
  });
