import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { transcriptOutputs } from '../../transcript.ts';
import { limitsFile, notSent, same } from '../../wire.ts';

const ratesMicroUsd = { minute: 8_000 };
const cost = ({ max_seconds }: { max_seconds: number }) => (ratesMicroUsd.minute * max_seconds) / 60;

/** ISO 639-3 codes, by which Scribe names languages. */
const languages = [
  'auto',
  'eng',
  'zho',
  'spa',
  'fra',
  'deu',
  'ita',
  'por',
  'nld',
  'pol',
  'rus',
  'ukr',
  'tur',
  'ara',
  'heb',
  'hin',
  'ben',
  'tam',
  'yue',
  'jpn',
  'kor',
  'vie',
  'tha',
  'ind',
  'swe',
  'dan',
  'fin',
  'ces',
  'hun',
  'ron',
  'ell',
] as const;

export const kind = defineKind({
  id: 'transcription',
  medium: 'text',
  menu: {
    group: 'understanding',
    path: 'transcription',
    order: 305,
    isNew: true,
    isPro: false,
    isPage: true,
  },
  hasNoEqual: true,
  isTranscript: true,
  fields: {
    audio_url: requiredUpload({ accept: 'audio-or-video', missing: 'recording_required' }),
    language_code: oneOf(languages, { default: 'auto', unit: 'language' }),
    max_seconds: oneOf([60, 300, 600, 1_200, 1_800, 3_600], { default: 600, unit: 's' }),
    diarize: { ...switchField({ default: true }), section: 'main' },
    tag_audio_events: switchField({ default: true }),
    seed: ignored(seedField()),
  },
  validatedOnly: {},
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 5 + input.max_seconds / 60,
  columns: () => ({ model: 'scribe-v2' }),
});

const recording = { audio_url: 'https://example.com/interview.mp3' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/elevenlabs/speech-to-text/scribe-v2',
    wire: {
      audio_url: same,
      language_code: { unless: 'auto' },
      max_seconds: limitsFile,
      diarize: same,
      tag_audio_events: same,
      seed: notSent,
    },
    outputs: transcriptOutputs,
    sample: {
      text: 'The last ferry (horn) left.',
      language_code: 'eng',
      language_probability: 0.98,
      words: [
        { text: 'The', start: 0.1, end: 0.24, type: 'word', speaker_id: 'speaker_0' },
        { text: ' ', start: 0.24, end: 0.26, type: 'spacing', speaker_id: 'speaker_0' },
        { text: 'last', start: 0.26, end: 0.5, type: 'word', speaker_id: 'speaker_0' },
        { text: ' ', start: 0.5, end: 0.54, type: 'spacing', speaker_id: 'speaker_0' },
        { text: 'ferry', start: 0.54, end: 0.9, type: 'word', speaker_id: 'speaker_0' },
        { text: '(horn)', start: 1, end: 1.8, type: 'audio_event', speaker_id: 'speaker_0' },
        { text: 'left.', start: 2, end: 2.4, type: 'word', speaker_id: 'speaker_0' },
      ],
    },
    fileLimits: ({ max_seconds }) => [{ field: 'audio_url', maxSeconds: max_seconds, needsSound: true }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/fal-ai/elevenlabs/speech-to-text/scribe-v2/llms.txt',
      asOf: '2026-09-30',
      note: 'Key terms would add 30 %; none are sent.',
    },
    examples: [
      { input: recording, costCredits: 40 },
      { input: { ...recording, max_seconds: 60 }, costCredits: 5 },
      { input: { ...recording, max_seconds: 300, language_code: 'eng' }, costCredits: 20 },
      { input: { ...recording, max_seconds: 1_200, diarize: false }, costCredits: 80 },
      { input: { ...recording, max_seconds: 1_800 }, costCredits: 120 },
      { input: { ...recording, max_seconds: 3_600 }, costCredits: 240 },
    ],
  });
