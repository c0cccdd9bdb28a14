import type { PublicGeneration } from '@atelier/contract';
import { type DayGroup, groupByDay } from '../day-groups.tsx';

export type GridRow =
  | { type: 'heading'; key: string; group: DayGroup<PublicGeneration> }
  | { type: 'tiles'; key: string; items: readonly PublicGeneration[] };

/** Records as the rows of a grid: for each day a heading, then as many tiles a row as there are columns. */
export function gridRows(records: readonly PublicGeneration[], columns: number, now: Date): GridRow[] {
  return groupByDay(records, (generation) => generation.created_at, now).flatMap((group): GridRow[] => {
    const rows: GridRow[] = [{ type: 'heading', key: group.key, group }];
    for (let start = 0; start < group.items.length; start += columns) {
      const items = group.items.slice(start, start + columns);
      // With other columns a row has another height, which must not be taken from the old one.
      rows.push({ type: 'tiles', key: `${columns} ${items[0]?.id}`, items });
    }
    return rows;
  });
}
