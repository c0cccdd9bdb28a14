import { type Family, families, type Variant } from './families.ts';

const byKind = new Map(
  families.flatMap((family) =>
    family.variants.map((each) => [each.kind, { family, variant: each }] as const),
  ),
);

/** Returns the family and the variant that a kind is; undefined for a kind that the catalog does not have. */
export function findFamily(kindId: string): { family: Family; variant: Variant } | undefined {
  return byKind.get(kindId);
}

/** Whether a newer family of its line follows the kind's. */
export function isEarlier(kindId: string): boolean {
  return byKind.get(kindId)?.family.earlier !== undefined;
}

/** Returns the kinds whose model has a name that begins with this text, in any case; of one letter none. */
export function findKindsByName(text: string): string[] {
  const beginning = text.trim().toLowerCase();
  if (beginning.length < 2) return [];
  return families.flatMap(({ name, variants }) =>
    variants
      .filter(({ quality }) => [name, quality].join(' ').toLowerCase().startsWith(beginning))
      .map(({ kind }) => kind),
  );
}
