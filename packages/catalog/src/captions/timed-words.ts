import * as z from 'zod/mini';
import { measureWidth } from './text-width.ts';

/** A part of a transcript as the model reports it. Times are in seconds; the model may leave them and the speaker out. */
export const timedWordSchema = z.object({
  text: z.string(),
  start: z.nullish(z.number()),
  end: z.nullish(z.number()),
  type: z.string(),
  speaker_id: z.nullish(z.string()),
});
export type TimedWord = z.infer<typeof timedWordSchema>;

/** Transcript of a file. A file in which nothing was said has no words. */
export type Transcript = {
  /** Language in ISO 639-3, as the model reports it. */
  language_code: string;
  /** 0 to 1; null when the model does not say it. */
  language_probability: number | null;
  words: TimedWord[];
};

/** A word or an event with its place in time, and whether a space is in front of it. */
export type Token = {
  text: string;
  start: number;
  end: number;
  speaker: string | undefined;
  isEvent: boolean;
  hasSpace: boolean;
  /** Width in narrow letters. */
  width: number;
};

/**
 * Reads the parts of a transcript as tokens in the order in which they were said. A missing or impossible time becomes that
 * of the word before, so that no word is lost.
 */
export function toTokens(words: readonly TimedWord[]): Token[] {
  const tokens: Token[] = [];
  let now = 0;
  let hasSpace = false;
  for (const { text: raw, start, end, type, speaker_id } of words) {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    hasSpace ||= /^\s/.test(raw) || type === 'spacing';
    if (text === '' || type === 'spacing') continue;
    const from = Math.max(now, readTime(start, now));
    const to = Math.max(from, readTime(end, from));
    tokens.push({
      text,
      start: from,
      end: to,
      speaker: speaker_id ?? undefined,
      isEvent: type === 'audio_event',
      hasSpace: hasSpace && tokens.length > 0,
      width: measureWidth(text),
    });
    now = from;
    hasSpace = /\s$/.test(raw);
  }
  return tokens;
}

function readTime(time: number | null | undefined, otherwise: number): number {
  return typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time : otherwise;
}
