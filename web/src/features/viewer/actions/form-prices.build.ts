import { defaultInput, kinds } from '@atelier/catalog';

/** Credits of the forms that take a file, by their kind, as they open. */
export const formPrices: Readonly<Record<string, number>> = Object.fromEntries(
  kinds
    .filter(({ fields }) => Object.values(fields).some(({ widget }) => widget.type === 'upload'))
    .map((kind) => [kind.id, kind.price(defaultInput(kind)).costCredits]),
);
