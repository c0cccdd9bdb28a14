type Piece = string | readonly string[];

/**
 * Every text that a text with alternatives stands for, in order: `a {red|blue} hat` is two. A backslash takes the meaning
 * from a brace or a bar; braces without a bar between them, or without their partner, are text. At most `most` texts.
 */
export function expandAlternatives(text: string, most: number): string[] {
  let texts = [''];
  for (const piece of readPieces(text)) {
    const options = typeof piece === 'string' ? [piece] : piece;
    const next: string[] = [];
    for (const begun of texts) {
      for (const option of options) if (next.length < most) next.push(begun + option);
    }
    texts = next;
  }
  return texts.map((each) => each.replaceAll(/ {2,}/g, ' ').trim());
}

/** The texts and the lists of alternatives, in turn. */
function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const options = text[at] === '{' ? readOptions(text, at) : undefined;
    if (options) {
      pieces.push(plain, options.texts);
      plain = '';
      at = options.end;
    } else {
      const isEscape = isEscaped(text, at);
      plain += isEscape ? text[at + 1] : text[at];
      at += isEscape ? 2 : 1;
    }
  }
  return [...pieces, plain];
}

/** Options between the brace at `from` and its partner. Returns undefined when that is no list. */
function readOptions(text: string, from: number): { texts: string[]; end: number } | undefined {
  const texts: string[] = [];
  let option = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (isEscaped(text, at)) {
      option += text[at + 1];
      at += 1;
    } else if (sign === '|') {
      texts.push(option);
      option = '';
    } else if (sign === '}') {
      return texts.length > 0 ? { texts: [...texts, option], end: at + 1 } : undefined;
    } else if (sign === '{') {
      return undefined;
    } else option += sign;
  }
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  return text[at] === '\\' && /[{}|]/.test(text[at + 1] ?? '');
}
