/** Marks after which no other one ends a sentence, in any language. */
const isEnded = /[.!?…。！？]["'”’」』)]?$/;

/** Whether a text has a sentence, in any case of its letters and whatever ends it. */
export function hasSentence(text: string, sentence: string): boolean {
  return matchSentence(sentence).test(text);
}

/**
 * Appends a sentence to a text, ending its last one where no mark does; takes it out where the text has it. `end`: the
 * mark that ends a sentence in this language, with the space after it, if any.
 */
export function toggleSentence(text: string, sentence: string, end: string): string {
  const kept = text.trim();
  const mark = end.trim();
  const gap = end.slice(mark.length);
  if (hasSentence(kept, sentence))
    return kept.replace(matchSentence(sentence), (_, at: number) => (at === 0 ? '' : gap)).trim();
  if (kept === '') return `${sentence}${mark}`;
  return `${kept}${isEnded.test(kept) ? '' : mark}${gap}${sentence}${mark}`;
}

/** The sentence with the mark that ends it and the space on both sides. */
function matchSentence(sentence: string): RegExp {
  const words = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:^|(?<=[.!?…。！？\\n]))\\s*${words}(?:[.!?…。！？]|$)\\s*`, 'iu');
}
