import { defineKind } from '../../define-kind.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import {
  costPerCharacter,
  countSpokenSeconds,
  priceByLength,
  spokenTextField,
} from '../../fields/speech-fields.ts';
import { consentField, optionalUpload } from '../../fields/upload-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { keptNote, same } from '../../wire.ts';

const ratesMicroUsd = { character: 25 };
const cost = costPerCharacter(ratesMicroUsd.character);

/** The model uses the beginning of a sample; more of it makes no better voice. */
const maxSampleSeconds = 60;

export const kind = defineKind({
  id: 'chatterbox',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/chatterbox', order: 307, isNew: true, isPro: false, isPage: false },
  fields: {
    prompt: spokenTextField(5_000),
    audio_url: optionalUpload({ accept: 'audio' }),
    speaker_consent: consentField({ to: 'audio_url' }),
    exaggeration: sliderField({ min: 0, max: 1, step: 0.05, default: 0.25 }),
    cfg: sliderField({ min: 0.1, max: 1, step: 0.05, default: 0.5 }),
    temperature: sliderField({ min: 0.05, max: 2, step: 0.05, default: 0.7, message: 'temperature_range' }),
    seed: seedField(),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: priceByLength(cost),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + countSpokenSeconds(input) / 4,
  columns: () => ({ model: 'chatterbox' }),
});

const subject = { prompt: 'The last ferry left at nine, and it was empty.' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/chatterbox/text-to-speech',
    wire: {
      prompt: 'text',
      audio_url: { unless: null },
      speaker_consent: keptNote,
      exaggeration: same,
      cfg: same,
      temperature: same,
      seed: sentSeed,
    },
    outputs: soundOutputs,
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/chatterbox_speech.wav', content_type: 'audio/wav' },
    },
    fileLimits: () => [{ field: 'audio_url', maxSeconds: maxSampleSeconds }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'character',
      cost,
      source: 'https://fal.ai/models/fal-ai/chatterbox/text-to-speech/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: subject, costCredits: 5 },
      { input: { prompt: 'a'.repeat(1_000) }, costCredits: 15 },
      {
        input: { ...subject, audio_url: 'https://example.com/voice.mp3', speaker_consent: true },
        costCredits: 5,
      },
    ],
  });
