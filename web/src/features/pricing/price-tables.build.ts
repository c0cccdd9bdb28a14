import { type Kind, kinds, type Medium, paidOnlyOptions, priceRange } from '@atelier/catalog';
import { type PriceExample, priceExamples } from '../../product/ledger/price-examples.ts';

/** The price table of a kind: a row for each option that changes the price. */
export type PriceTable = {
  id: string;
  medium: Medium;
  path: string;
  rows: readonly PriceExample[];
  /** Unit of each field that has one. */
  units: Readonly<Record<string, string>>;
  /** Price with the cheapest settings. */
  lowestCredits: number;
};

/** Price table of every kind, in the order of the menu. Evaluated at build time, by the functions that also charge. */
export const priceTables: readonly PriceTable[] = [...kinds]
  .sort((a, b) => a.menu.order - b.menu.order)
  .map((kind: Kind) => ({
    id: kind.id,
    medium: kind.medium,
    path: kind.menu.path,
    rows: priceExamples(kind),
    units: listUnits(kind),
    lowestCredits: priceRange(kind).lowest.costCredits,
  }));

function listUnits({ fields }: Kind): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { widget }]) =>
      'unit' in widget && widget.unit ? [[name, widget.unit]] : [],
    ),
  );
}

/** The kind that the calculator begins with. */
export const firstKindId = priceTables[0]?.id ?? '';

/** The options of all kinds that are for users who have paid, each once. */
export const paidOnly: readonly { field: string; value: string }[] = [
  ...new Map(
    kinds
      .flatMap(paidOnlyOptions)
      .map(({ field, value }) => [`${field} ${value}`, { field, value: String(value) }]),
  ).values(),
];
