const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Chinese, Japanese and Korean letters and their punctuation, which are as wide as high. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;
/** Scripts that write words without spaces between them. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff60]/u;
/** 42 narrow letters in a line are 16 wide ones. */
const wideUnits = 2.625;

/** The letters as a reader counts them: an accent or a joined emoji is none of its own. */
export function splitLetters(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment);
}

/** The width of a text in narrow letters. */
export function measureWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of letters.segment(text)) width += wide.test(segment) ? wideUnits : 1;
  return width;
}

/** Whether a text has letters of a script that writes no spaces. */
export function isSpaceless(text: string): boolean {
  return spaceless.test(text);
}

/** Joins texts that were said one after the other, with a space where their scripts have one. */
export function joinTexts(texts: readonly string[]): string {
  return texts.reduce((joined, text) => {
    const last = splitLetters(joined).at(-1) ?? '';
    const [first = ''] = splitLetters(text.slice(0, 16));
    return joined === '' || (spaceless.test(last) && spaceless.test(first))
      ? joined + text
      : `${joined} ${text}`;
  }, '');
}
