import type { Kind } from './define-kind.ts';
import { defaultInput } from './price-range.ts';

/** The pace of an audio book. */
export const charactersPerSecond = 14;

/** The field of the text whose length decides the price; undefined for a kind without one. */
export function findPricedText({ fields }: Kind): { name: string; maxCharacters: number } | undefined {
  for (const [name, { isPricedByLength, widget }] of Object.entries(fields))
    if (isPricedByLength && widget.type === 'textarea') return { name, maxCharacters: widget.maxCodePoints };
  return undefined;
}

/** The price in credits of a text of this many characters, with the other settings as the form opens. */
export function priceOfText(kind: Kind, characters: number): number | undefined {
  const text = findPricedText(kind);
  return text && kind.price({ ...defaultInput(kind), [text.name]: 'a'.repeat(characters) }).costCredits;
}
