import { chipPx } from '../layout/block-layout.ts';
import type { Block } from '../layout/grid-blocks.ts';
import type { GridLayout } from '../layout/grid-layout.ts';
import { findBox } from '../layout/justified-rows.ts';

/** Rectangle in pixels from the top left of the grid. */
export type Band = { leftPx: number; topPx: number; rightPx: number; bottomPx: number };

/** The places whose tiles, or lines of what failed, a band touches, in order. */
export function placesInBand(layout: GridLayout, band: Band): number[] {
  const first = layout.indexAt(band.topPx);
  const blocks = layout.blocks.slice(first, layout.indexAt(band.bottomPx) + 1);
  return blocks.flatMap((block, at) => {
    const blockPx = layout.measureTop(first + at);
    const inBlock = { ...band, topPx: band.topPx - blockPx, bottomPx: band.bottomPx - blockPx };
    return placesIn(layout, block, inBlock).sort((a, b) => a - b);
  });
}

function placesIn(layout: GridLayout, block: Block, { leftPx, rightPx, topPx, bottomPx }: Band): number[] {
  const { rows, parts } = layout.layOut(block);
  const isBeside = (startPx: number, lengthPx: number) => startPx <= bottomPx && startPx + lengthPx >= topPx;
  const tiles = rows
    .filter((row) => isBeside(row.topPx, row.heightPx))
    .flatMap((row) =>
      row.places.filter((_, at) => {
        const box = findBox(row, at);
        const isBelow = box.leftPx <= rightPx && box.leftPx + box.widthPx >= leftPx;
        return isBelow && isBeside(box.topPx, box.heightPx);
      }),
    );
  const lines = parts.flatMap(({ chips, chipsTopPx, isUnfolded }) =>
    isUnfolded ? chips.filter((_, at) => isBeside(chipsTopPx + at * chipPx, chipPx - 1)) : [],
  );
  return [...tiles, ...lines];
}
