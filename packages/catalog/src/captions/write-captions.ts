import type { Cue } from './cues.ts';
import { joinTexts } from './text-width.ts';

/** The formats that captions are downloaded in. */
export const captionFormats = ['vtt', 'srt', 'txt'] as const;
export type CaptionFormat = (typeof captionFormats)[number];

/** The longest silence within a paragraph of a transcript. */
const paragraphPauseSeconds = 2;

/** Names a speaker for readers; without it cues name none. */
export type NameSpeaker = (speaker: string) => string;

/** SubRip: numbered cues with a comma before the thousandths. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(
      ({ start, end, text }, place) =>
        `${place + 1}\n${formatTime(start, ',')} --> ${formatTime(end, ',')}\n${withoutBlankLines(text)}\n`,
    )
    .join('\n');
}

/** WebVTT, which names speakers by voice tags. */
export function writeVtt(cues: readonly Cue[], nameSpeaker?: NameSpeaker): string {
  const blocks = cues.map(({ start, end, text, speaker }) => {
    const voice =
      speaker !== undefined && nameSpeaker
        ? `<v ${escapeVtt(nameSpeaker(speaker)).replaceAll('\n', ' ')}>`
        : '';
    return `\n${formatTime(start, '.')} --> ${formatTime(end, '.')}\n${voice}${escapeVtt(withoutBlankLines(text))}\n`;
  });
  return `WEBVTT\n${blocks.join('')}`;
}

/** A paragraph of a transcript: what one speaker says without a long pause. */
export type Paragraph = { start: number; end: number; speaker: string | undefined; text: string };

export function listParagraphs(cues: readonly Cue[]): Paragraph[] {
  const groups: Cue[][] = [];
  for (const cue of cues) {
    const last = groups.at(-1)?.at(-1);
    const isNext = last && last.speaker === cue.speaker && cue.start - last.end < paragraphPauseSeconds;
    if (isNext) groups.at(-1)?.push(cue);
    else groups.push([cue]);
  }
  return groups.map((group) => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    speaker: group[0]?.speaker,
    text: joinTexts(group.flatMap(({ text }) => text.split('\n'))),
  }));
}

/** A transcript to read: paragraphs below their time and, where there are several, their speaker. */
export function writeTranscript(cues: readonly Cue[], nameSpeaker: NameSpeaker): string {
  const hasSpeakers = new Set(cues.map(({ speaker }) => speaker)).size > 1;
  return listParagraphs(cues)
    .map(({ start, speaker, text }) => {
      const name = hasSpeakers && speaker !== undefined ? ` ${nameSpeaker(speaker)}` : '';
      return `[${formatTime(start, '.').slice(0, 8)}]${name}\n${text}\n`;
    })
    .join('\n');
}

/** Hours are always written: players of SubRip need them. */
function formatTime(seconds: number, mark: ',' | '.'): string {
  const whole = Math.round(seconds * 1_000);
  const part = (unit: number, of: number, digits = 2) =>
    String(Math.floor(whole / unit) % of).padStart(digits, '0');
  const hours = String(Math.floor(whole / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1_000, 60)}${mark}${part(1, 1_000, 3)}`;
}

/** A blank line would end the cue. */
function withoutBlankLines(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** Also keeps `-->` out of the text, which a reader would take for times. */
function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
