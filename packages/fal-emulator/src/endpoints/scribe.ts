import type { Recording } from '../load-input.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { custom, flag, nullable, optionalText, required, text, textList } from './fields.ts';

/** Two speakers in turn, again and again until the file ends. */
const conversations: Readonly<Record<string, readonly string[]>> = {
  eng: [
    'This is the local preview of a transcript, which does not listen to the file.',
    'So the words are always the same?',
    'They are, but their times fit the length of your recording.',
    'Good. Then the captions can be tried as they will be.',
    '(laughter)',
    'Yes, with two speakers, pauses and all.',
  ],
  zho: [
    '这是本地预览的转写文字，它并没有真正聆听文件。',
    '所以每次的文字都一样吗？',
    '是的，但时间与您的录音长度相符。',
    '好，那么字幕就可以照实试用了。',
    '（笑声）',
    '对，有两位说话人，也有停顿。',
  ],
};

type Word = { text: string; start: number; end: number; type: string; speaker_id?: string };
type Asked = { language_code: string | undefined; diarize: boolean; tag_audio_events: boolean };

const secondsPerLetter = 0.07;
const pauseSeconds = 0.6;
const maxWords = 40_000;

export const scribeV2 = defineEndpoint({
  id: 'fal-ai/elevenlabs/speech-to-text/scribe-v2',
  medium: 'text',
  fields: {
    audio_url: required(text()),
    language_code: nullable(optionalText()),
    diarize: flag(true),
    tag_audio_events: flag(true),
    keyterms: custom<readonly string[] | undefined>(textList().read, undefined, {
      type: 'array',
      items: { type: 'string' },
    }),
  },
  queueMs: 500,
  runMs: 2_500,
  steps: () => 0,
  async make({ input, tools }) {
    const recording = await tools.loadRecording('audio_url', input.audio_url);
    const words = listWords(recording, input);
    return {
      text: words.map((word) => word.text).join(''),
      language_code: input.language_code ?? 'eng',
      language_probability: words.length === 0 ? 0 : 0.98,
      words,
    };
  },
});

/** The words that fit into the file; none for a silent one. */
function listWords({ isSilent, durationSeconds }: Recording, asked: Asked): Word[] {
  const lines = conversations[asked.language_code ?? 'eng'] ?? conversations.eng ?? [];
  const words: Word[] = [];
  let now = Math.min(0.2, durationSeconds / 10);
  for (let turn = 0; !isSilent && words.length < maxWords; turn += 1) {
    const line = lines[turn % lines.length] ?? '';
    const isEvent = /^[(（]/.test(line);
    if (isEvent && !asked.tag_audio_events) continue;
    const speaker = asked.diarize ? { speaker_id: `speaker_${turn % 2}` } : {};
    for (const part of isEvent ? [line] : splitParts(line)) {
      const isSpace = part === ' ';
      const end = now + (isSpace ? 0.04 : Math.max(0.12, [...part].length * secondsPerLetter));
      if (end > durationSeconds) return words;
      const type = isSpace ? 'spacing' : isEvent ? 'audio_event' : 'word';
      words.push({ text: part, start: round(now), end: round(end), type, ...speaker });
      now = end;
    }
    const last = round(now);
    words.push({ text: ' ', start: last, end: last, type: 'spacing', ...speaker });
    now += pauseSeconds;
  }
  return words;
}

/** Words and the spaces between them; of a text without spaces its letters with their marks. */
function splitParts(line: string): string[] {
  return line.includes(' ') ? line.split(/( )/) : (line.match(/.[，。？！]?/gu) ?? []);
}

const round = (seconds: number) => Math.round(seconds * 1_000) / 1_000;
