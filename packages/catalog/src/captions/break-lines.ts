import type { Token } from './timed-words.ts';

export const maxLineWidth = 42;

/** Marks that must not begin a line. */
const closing = /^[\p{Pe}\p{Pf}!,.:;?%…、。，．！？：；]/u;
const clauseEnd = /[,;:.!?…、，。；：！？]["'”’»）)]*$/u;

/** The text of tokens in one line. */
export function joinTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text, hasSpace }, place) => (hasSpace && place > 0 ? ` ${text}` : text)).join('');
}

/** The width of a line of tokens, which no joined letter makes wider. */
export function measureTokens(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { width, hasSpace }, place) => sum + width + (hasSpace && place > 0 ? 1 : 0), 0);
}

/**
 * Breaks a text into as many lines as it needs, two at most; returns undefined for more. Both are about as long, the break
 * is after a comma where there is one, and never in front of a mark that closes unless no other place has room.
 */
export function breakLines(tokens: readonly Token[]): string | undefined {
  const whole = measureTokens(tokens);
  if (whole <= maxLineWidth) return joinTokens(tokens);
  if (whole > maxLineWidth * 2 + 1) return undefined;
  let best: { place: number; badness: number } | undefined;
  for (let place = 1; place < tokens.length; place += 1) {
    const upper = measureTokens(tokens.slice(0, place));
    const lower = measureTokens(tokens.slice(place));
    if (upper > maxLineWidth || lower > maxLineWidth) continue;
    const badness =
      Math.abs(upper - lower) -
      (endsClause(tokens[place - 1]?.text ?? '') ? maxLineWidth / 2 : 0) +
      (closing.test(tokens[place]?.text ?? '') ? maxLineWidth * 2 : 0);
    if (!best || badness < best.badness) best = { place, badness };
  }
  return best && `${joinTokens(tokens.slice(0, best.place))}\n${joinTokens(tokens.slice(best.place))}`;
}

export function endsClause(text: string): boolean {
  return clauseEnd.test(text);
}

/** Whether a text ends a sentence; the point of an initial such as "J." or a number does not. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？]["'”’»）)]*$/u.test(text) && !/(^|\s)(\p{Lu}|\d+)\.$/u.test(text);
}
