import {
  breakLines,
  endsClause,
  endsSentence,
  joinTokens,
  maxLineWidth,
  measureTokens,
} from './break-lines.ts';
import type { Cue } from './cues.ts';
import { measureWidth, splitLetters } from './text-width.ts';
import { type TimedWord, type Token, toTokens } from './timed-words.ts';

/** A pause of the speaker ends a cue. */
const pauseSeconds = 1;
export const maxCueSeconds = 7;
/** A shorter cue is not read; the next one may leave less time. */
const minCueSeconds = 1;
/** Narrow letters that are read in a second. */
const readingSpeed = 20;
/** Gap between two cues, so that a change is seen. */
const gapSeconds = 0.08;
/** Shortest time that a file of cues can state. */
const tickSeconds = 0.001;
/** A sentence that is at least as wide ends its cue; shorter ones share one. */
const ownCueWidth = maxLineWidth / 2;

/**
 * Makes the cues of a transcript: two lines of 42 narrow or 16 wide letters and seven seconds at most, which end with
 * sentences, pauses and speakers, stay as long as they take to read, and never overlap. All words are in them.
 */
export function makeCues(words: readonly TimedWord[]): Cue[] {
  const cues = splitAtBreaks(toTokens(words).flatMap(splitWide)).flatMap(splitLong).map(toCue);
  return giveTime(cues);
}

/** Splits a token that no line has room for into parts, each with its share of the time. */
function splitWide(token: Token): Token[] {
  if (token.width <= maxLineWidth) return [token];
  const parts: string[] = [''];
  for (const letter of splitLetters(token.text)) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && measureWidth(last + letter) > maxLineWidth) parts.push(letter);
    else parts[parts.length - 1] = last + letter;
  }
  const share = (token.end - token.start) / parts.length;
  return parts.map((text, place) => ({
    ...token,
    text,
    start: token.start + share * place,
    end: token.start + share * (place + 1),
    hasSpace: token.hasSpace && place === 0,
    width: measureWidth(text),
  }));
}

function splitAtBreaks(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const group = groups.at(-1);
    if (group && !isBreak(group, token)) group.push(token);
    else groups.push([token]);
  }
  return groups;
}

function isBreak(group: readonly Token[], next: Token): boolean {
  const last = group.at(-1);
  if (!last) return false;
  if (last.speaker !== next.speaker || last.isEvent || next.isEvent) return true;
  if (next.start - last.end >= pauseSeconds) return true;
  return endsSentence(last.text) && measureTokens(group) >= ownCueWidth;
}

/** Splits what fits no cue at the best place of those that leave a first part that does. */
function splitLong(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  let rest = [...tokens];
  while (!isFitting(rest)) {
    let most = 1;
    while (most < rest.length && isFitting(rest.slice(0, most + 1))) most += 1;
    const place = findSplit(rest, most);
    parts.push(rest.slice(0, place));
    rest = rest.slice(place);
  }
  return rest.length > 0 ? [...parts, rest] : parts;
}

function isFitting(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (tokens.length <= 1 || !first || !last) return true;
  // Every token has a letter.
  if (tokens.length > maxLineWidth * 2) return false;
  return last.end - first.start <= maxCueSeconds && breakLines(tokens) !== undefined;
}

/** The number of tokens in the first part: up to a sentence, else a clause, else the longest pause in the second half. */
function findSplit(tokens: readonly Token[], most: number): number {
  const places = Array.from({ length: most }, (_, place) => most - place).filter((place) => place > most / 2);
  const textBefore = (place: number) => tokens[place - 1]?.text ?? '';
  const pauseBefore = (place: number) => (tokens[place]?.start ?? 0) - (tokens[place - 1]?.end ?? 0);
  const byPause = places.toSorted((a, b) => pauseBefore(b) - pauseBefore(a));
  const [longest = most] = byPause;
  return (
    places.find((place) => endsSentence(textBefore(place))) ??
    places.find((place) => endsClause(textBefore(place))) ??
    (pauseBefore(longest) > gapSeconds * 2 ? longest : most)
  );
}

function toCue(tokens: readonly Token[]): Cue {
  const { start = 0, speaker } = tokens[0] ?? {};
  return {
    start,
    end: tokens.at(-1)?.end ?? start,
    text: breakLines(tokens) ?? joinTokens(tokens),
    ...(speaker === undefined ? {} : { speaker }),
  };
}

/** Lets each cue stay as long as it takes to read, where the next one leaves that time. */
function giveTime(cues: readonly Cue[]): Cue[] {
  const timed: Cue[] = [];
  cues.forEach((cue, place) => {
    const start = Math.max(cue.start, timed.at(-1)?.end ?? 0);
    const next = cues[place + 1]?.start ?? Number.POSITIVE_INFINITY;
    const wanted = Math.max(minCueSeconds, measureWidth(cue.text) / readingSpeed, cue.end - start);
    const end = Math.min(start + Math.min(wanted, maxCueSeconds), Math.max(cue.end, next - gapSeconds), next);
    timed.push({ ...cue, start: roundTime(start), end: roundTime(Math.max(end, start + tickSeconds)) });
  });
  return timed;
}

function roundTime(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
