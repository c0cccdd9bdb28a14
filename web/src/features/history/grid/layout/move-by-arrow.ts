import { hasEnded } from '#product/generation/store/generations-state.ts';
import type { GridLayout } from './grid-layout.ts';
import type { Row } from './justified-rows.ts';

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** A row that can be moved to, with the places of its tiles among everything on the page. */
export type PlacedRow = Pick<Row, 'tiles'> & { topPx: number; places: readonly number[] };

/**
 * The tile that an arrow leads to from another: the next one in reading order, or the one above or below that covers most
 * of the same width. Rows are in their order on the page. Undefined at the edge of what is laid out.
 */
export function moveByArrow(rows: readonly PlacedRow[], from: number, arrow: Arrow): number | undefined {
  const at = rows.findIndex(({ places }) => places.includes(from));
  const row = rows[at];
  if (!row) return undefined;
  const column = row.places.indexOf(from);
  if (arrow === 'ArrowRight') return row.places[column + 1] ?? rows[at + 1]?.places[0];
  if (arrow === 'ArrowLeft') return row.places[column - 1] ?? rows[at - 1]?.places.at(-1);
  const step = arrow === 'ArrowDown' ? 1 : -1;
  const tile = row.tiles[column];
  // The other tile of half a row that it shares a cell with.
  const other = row.tiles[column + step];
  const isOther = other?.leftPx === tile?.leftPx && (other?.topPx ?? 0) !== (tile?.topPx ?? 0);
  if (isOther) return row.places[column + step];
  const next = rows[at + step];
  if (!next || !tile) return undefined;
  const shares = next.tiles.map(({ leftPx, widthPx }) => {
    const sharedPx = Math.min(leftPx + widthPx, tile.leftPx + tile.widthPx) - Math.max(leftPx, tile.leftPx);
    return sharedPx / Math.min(widthPx, tile.widthPx);
  });
  return next.places[shares.indexOf(Math.max(...shares))];
}

/** Where a key leads from a tile, past those that are being made; undefined for another key and at the edge. */
export function nextPlace(grid: GridLayout, place: number, key: string): number | undefined {
  const { blocks, loaded } = grid;
  const isRunning = (at: number) => {
    const generation = loaded.at(at);
    return generation !== undefined && !hasEnded(generation.status);
  };
  if (key === 'Home' || key === 'End') {
    const order = key === 'Home' ? blocks : blocks.toReversed();
    for (const block of order) {
      const places = grid.layOut(block).rows.flatMap((row) => row.places.filter((at) => !isRunning(at)));
      if (places.length > 0) return key === 'Home' ? places[0] : places.at(-1);
    }
    return undefined;
  }
  if (!key.startsWith('Arrow')) return undefined;
  // Blocks that have no tiles are passed over.
  const reach = Math.min(loaded.days.length, 20);
  const index = grid.indexOf(place);
  const near = blocks.slice(Math.max(0, index - reach), index + reach);
  const rows = near.flatMap((block) => grid.layOut(block).rows);
  let next: number | undefined = place;
  do next = moveByArrow(rows, next, key as Arrow);
  while (next !== undefined && isRunning(next));
  return next;
}
