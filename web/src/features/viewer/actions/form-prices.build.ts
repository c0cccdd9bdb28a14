import { defaultInput, findPricedText, getKind, kinds, priceOfText } from '@atelier/catalog';

/** Credits of the forms that take a file, by their kind, as they open. */
export const formPrices: Readonly<Record<string, number>> = Object.fromEntries(
  kinds
    .filter(({ fields }) => Object.values(fields).some(({ widget }) => widget.type === 'upload'))
    .map((kind) => [kind.id, kind.price(defaultInput(kind)).costCredits]),
);

/** The form that reads a text aloud, and its price by the most characters that it has for that price. */
export const speechForm = { kindId: 'text-to-speech', prices: listSpeechPrices('text-to-speech') };

function listSpeechPrices(kindId: string): readonly (readonly [most: number, credits: number])[] {
  const kind = getKind(kindId);
  const most = new Map<number, number>();
  for (let characters = 1; characters <= (findPricedText(kind)?.maxCharacters ?? 0); characters += 1)
    most.set(priceOfText(kind, characters) ?? 0, characters);
  return [...most].map(([credits, characters]) => [characters, credits]);
}
