import { type Kind, kinds, type Medium, paidOnlyOptions } from '@atelier/catalog';

export type PricedKind = {
  id: string;
  medium: Medium;
  /** Unit of each field that has one. */
  units: Readonly<Record<string, string>>;
};

/** Every kind, in the order of the menu. */
export const pricedKinds: readonly PricedKind[] = [...kinds]
  .sort((a, b) => a.menu.order - b.menu.order)
  .map((kind: Kind) => ({ id: kind.id, medium: kind.medium, units: listUnits(kind) }));

function listUnits({ fields }: Kind): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { widget }]) =>
      'unit' in widget && widget.unit ? [[name, widget.unit]] : [],
    ),
  );
}

/** The kind that the calculator begins with. */
export const firstKindId = pricedKinds[0]?.id ?? '';

/** The options of all kinds that are for users who have paid, each once. */
export const paidOnly: readonly { field: string; value: string }[] = [
  ...new Map(
    kinds
      .flatMap(paidOnlyOptions)
      .map(({ field, value }) => [`${field} ${value}`, { field, value: String(value) }]),
  ).values(),
];
