import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { type DayCount, LoadedDays } from '../../feed/loaded-days.ts';
import type { GridSettings } from '../block-layout.ts';
import { computeGrid } from '../grid-layout.ts';

/** Settings of a grid on a desktop computer. */
export const gridSettings: GridSettings = {
  space: { widthPx: 1120, targetPx: 216, gapPx: 8 },
  ratio: 1.5,
  unfolded: new Set(),
  isAlwaysUnfolded: false,
};

/** Days of which every generation has the shape at its place, from the newest day on; a day without shapes is not loaded. */
export function toDays(counts: readonly DayCount[], shapes: readonly (readonly number[] | undefined)[] = []) {
  let loaded = new LoadedDays().withCounts(counts);
  for (const [index, [name, count]] of counts.entries()) {
    const known = shapes[index];
    if (!known) continue;
    const generations = known.map((_, at) => sampleGeneration({ id: `${name} ${at}` }));
    const call = { from: name, to: name, page: 1, pageSize: count };
    loaded = loaded.withPage(call, generations, () => name).loaded;
  }
  const shapeById = new Map<string, number>(
    counts.flatMap(([name], index) =>
      (shapes[index] ?? []).map((shape, at) => [`${name} ${at}`, shape] as const),
    ),
  );
  return loaded.withShapes(({ id }) => shapeById.get(id) ?? Number.NaN);
}

/** Their grid, with the exact height of every block. */
export function makeGrid(
  counts: readonly DayCount[],
  shapes?: readonly (readonly number[] | undefined)[],
  settings: Partial<GridSettings> = {},
) {
  return computeGrid(toDays(counts, shapes), { ...gridSettings, ...settings }).measured(0, 100);
}
