import type { Kind, KindInput } from './define-kind.ts';
import { listValues, priceFields } from './price-range.ts';
/** Settings that cost less: the fields to change, and the resulting price. */
export type CheaperInput = { changes: KindInput; costCredits: number };

/**
 * The settings closest to an input that cost less than it and at most `maxCredits`: fewest changes first, then the most
 * expensive. Per field and price, only the value closest to the current one is considered.
 */
export function cheaperInputs(kind: Kind, input: KindInput, maxCredits: number, limit = 3): CheaperInput[] {
  const costCredits = kind.price(input).costCredits;
  const found = combine(priceFields(kind).map((name) => cheaperValues(kind, input, name)))
    .filter((changes) => Object.keys(changes).length > 0)
    .map((changes) => ({ changes, costCredits: kind.price({ ...input, ...changes }).costCredits }))
    .filter((option) => option.costCredits <= maxCredits && option.costCredits < costCredits)
    .filter(({ changes }) => kind.rules.every((rule) => rule({ ...input, ...changes }).length === 0))
    .sort((a, b) => countChanges(a) - countChanges(b) || b.costCredits - a.costCredits);
  const chosen: CheaperInput[] = [];
  for (const option of found) {
    // A subset of these changes is already enough.
    if (!chosen.some((smaller) => contains(option.changes, smaller.changes))) chosen.push(option);
    if (chosen.length === limit) break;
  }
  return chosen;
}

/** Lists, for each lower price that a field alone can reach, its value closest to the current one; and no change. */
function cheaperValues(kind: Kind, input: KindInput, name: string): KindInput[] {
  const field = kind.fields[name];
  const values = field ? listValues(field) : [];
  const current = Math.max(0, values.indexOf(input[name]));
  const nearestFirst = [...values.entries()].sort(
    ([a], [b]) => Math.abs(a - current) - Math.abs(b - current),
  );
  const byPrice = new Map<number, KindInput>();
  for (const [, value] of nearestFirst) {
    const { costCredits } = kind.price({ ...input, [name]: value });
    if (!byPrice.has(costCredits)) byPrice.set(costCredits, { [name]: value });
  }
  const unchanged = kind.price(input).costCredits;
  const cheaper = [...byPrice].filter(([price]) => price < unchanged).map(([, change]) => change);
  return [{}, ...cheaper];
}

function combine(alternatives: readonly KindInput[][]): KindInput[] {
  return alternatives.reduce<KindInput[]>(
    (inputs, changes) => inputs.flatMap((input) => changes.map((change) => ({ ...input, ...change }))),
    [{}],
  );
}

function countChanges({ changes }: CheaperInput): number {
  return Object.keys(changes).length;
}

function contains(changes: KindInput, smaller: KindInput): boolean {
  return Object.entries(smaller).every(([name, value]) => changes[name] === value);
}
