import { defineKind } from '../../define-kind.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import {
  elevenSpeechFields,
  elevenSpeechResult,
  elevenSpeechUnsold,
  elevenSpeechWire,
} from '../../fields/elevenlabs-speech.ts';
import { costPerCharacter, countSpokenSeconds, priceByLength } from '../../fields/speech-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

const ratesMicroUsd = { character: 100 };
const cost = costPerCharacter(ratesMicroUsd.character);

export const kind = defineKind({
  id: 'text-to-speech',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/text-to-speech', order: 303, isNew: true, isPro: false, isPage: true },
  fields: elevenSpeechFields,
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + countSpokenSeconds(input) / 4,
  columns: () => ({ model: 'eleven-v3' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/elevenlabs/tts/eleven-v3',
    wire: elevenSpeechWire(),
    unsold: elevenSpeechUnsold,
    ...elevenSpeechResult,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/eleven-v3_speech.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/fal-ai/elevenlabs/tts/eleven-v3/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 50 },
      { input: { ...subject, voice: 'George', language: 'en' }, costCredits: 5 },
    ],
  });
