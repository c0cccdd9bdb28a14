import * as z from 'zod/mini';
import { isSpaceless } from './captions/text-width.ts';
import type { TimedWord } from './captions/timed-words.ts';
import { type OutputFormat, soundOutputs } from './outputs.ts';
import { toStorable } from './storable.ts';
import { readTranscript } from './transcript.ts';

/**
 * A part of a speech, each letter with its times in seconds, as ElevenLabs documents it
 * (https://elevenlabs.io/docs/api-reference/text-to-speech/convert-with-timestamps).
 */
const lettersSchema = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
});
const wordSchema = z.object({ text: z.string(), start: z.number(), end: z.number() });
const timesSchema = z.object({ timestamps: z.array(z.union([lettersSchema, wordSchema])) });

type Piece = { text: string; start: number; end: number };

/**
 * A sound that comes with the times of its words. fal's schema names no type for these: what cannot be read as letters or
 * words with times is left out, and the sound has no captions of its own.
 */
export const spokenOutputs: OutputFormat = {
  readOutputs(result) {
    const words = readSpokenWords(result);
    const outputs = soundOutputs.readOutputs(result);
    if (words.length === 0) return outputs;
    return { ...outputs, transcript: { language_code: '', language_probability: null, words } };
  },
  toResult: (delivered) => {
    const words = readTranscript(delivered.transcript)?.words.filter(({ type }) => type === 'word');
    const timestamps = words?.map(({ text, start, end }) => ({ text, start, end }));
    return { ...soundOutputs.toResult(delivered), ...(timestamps && { timestamps }) };
  },
};

/** Reads the words of a speech with their times, without the directions in brackets, which are not said. */
function readSpokenWords(result: unknown): TimedWord[] {
  const { success, data } = timesSchema.safeParse(result);
  if (!success) return [];
  const pieces = data.timestamps.map(listPieces);
  const isComplete = pieces.every((part) => part.every(({ start, end }) => start >= 0 && end >= start));
  return isComplete ? joinWords(leaveOutDirections(placeParts(pieces))) : [];
}

function listPieces(part: z.infer<typeof timesSchema>['timestamps'][number]): Piece[] {
  if ('text' in part) return [{ ...part, text: isSpaceless(part.text) ? part.text : `${part.text} ` }];
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = part;
  return characters.map((text, place) => ({
    text,
    start: starts[place] ?? Number.NaN,
    end: ends[place] ?? Number.NaN,
  }));
}

/** Lets each part follow the one before it: one whose times go back counts from its own beginning. */
function placeParts(parts: readonly (readonly Piece[])[]): Piece[] {
  const placed: Piece[] = [];
  let offset = 0;
  for (const part of parts) {
    const lastStart = placed.at(-1)?.start ?? 0;
    if ((part[0]?.start ?? 0) + offset < lastStart) offset = placed.at(-1)?.end ?? 0;
    placed.push(...part.map(({ text, start, end }) => ({ text, start: start + offset, end: end + offset })));
  }
  return placed;
}

/** Removes "[whispers]" and the like, whose brackets are letters of their own or within a word. */
function leaveOutDirections(pieces: readonly Piece[]): Piece[] {
  let isDirection = false;
  return pieces.map(({ text, ...times }) => {
    let said = '';
    for (const letter of text) {
      if (letter === '[') isDirection = true;
      else if (letter === ']' && isDirection) isDirection = false;
      else if (!isDirection) said += letter;
    }
    return { text: said, ...times };
  });
}

/** Joins letters into words at spaces; in a script without spaces each letter is a word of its own. */
function joinWords(pieces: readonly Piece[]): TimedWord[] {
  const words: TimedWord[] = [];
  let isOpen = false;
  for (const { text: raw, start, end } of pieces) {
    const text = toStorable(raw).replaceAll(/\s+/g, ' ');
    const letter = text.trim();
    const last = words.at(-1);
    if (letter !== '') {
      // A mark belongs to the letter before it.
      const isAlone = isSpaceless(letter) && !/^\p{M}/u.test(letter);
      if (last && isOpen && !isAlone) Object.assign(last, { text: last.text + letter, end });
      else words.push({ text: letter, start, end, type: 'word' });
      isOpen = !isAlone;
    }
    if (text.endsWith(' ')) {
      if (words.at(-1)?.type === 'word') words.push({ text: ' ', start: end, end, type: 'spacing' });
      isOpen = false;
    }
  }
  return words;
}
