import type { PriceGroup, PriceRow, PriceVersion } from './price-rows.build.ts';

/** A column of a group by its place in it, or one of the figures that follow the prices. */
export type SortKey = number | 'time' | 'buys';
export type Sorting = { key: SortKey; order: 'ascending' | 'descending' };

/** Order of each press on a head; the first one has the best figure on top, the third returns to the order of the menu. */
const firstOrders: readonly Sorting['order'][] = ['ascending', 'descending'];

export function nextSorting(now: Sorting | undefined, key: SortKey): Sorting | undefined {
  const orders = key === 'buys' ? firstOrders.toReversed() : firstOrders;
  const order = orders[now?.key === key ? orders.indexOf(now.order) + 1 : 0];
  return order && { key, order };
}

/** The prices of a model for one of the lengths of clips, by its place in their list. */
export function pickVersion({ versions }: PriceRow, clipIndex: number): PriceVersion {
  const version = versions[clipIndex] ?? versions[0];
  if (!version) throw new Error('A model has no price');
  return version;
}

/** Sorts the rows of a group; those without a figure come last in either order. */
export function sortRows(
  rows: readonly PriceRow[],
  clipIndex: number,
  sorting: Sorting | undefined,
): readonly PriceRow[] {
  if (!sorting) return rows;
  const { key, order } = sorting;
  const readFigure = (row: PriceRow): number | null => {
    const { cells, credits, takesSeconds } = pickVersion(row, clipIndex);
    if (key === 'time') return takesSeconds;
    // The fewer credits, the more of them.
    if (key === 'buys') return -credits;
    const cell = cells[key] ?? null;
    return cell === 'included' ? credits : cell;
  };
  const sign = order === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [readFigure(a), readFigure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}

/** Whether every word of a query is in the words of a row. */
export function isFound(query: string, words: readonly string[]): boolean {
  const text = normalize(words.join(' '));
  return normalize(query)
    .split(/\s+/)
    .every((part) => text.includes(part));
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** Puts the group of the kind that the user came from first. */
export function orderGroups(
  groups: readonly PriceGroup[],
  kindId: string | undefined,
): readonly PriceGroup[] {
  const hasKind = ({ rows }: PriceGroup) => rows.some(({ kinds }) => kindId && kinds.includes(kindId));
  return groups.toSorted((a, b) => Number(hasKind(b)) - Number(hasKind(a)));
}
