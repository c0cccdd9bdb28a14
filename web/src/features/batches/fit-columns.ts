type Room = { widthPx: number; heightPx: number };

export type Fit = { columns: number; widthPx: number };

/** Number of columns in which pictures of one ratio are largest with all of them inside, and how wide each is then. */
export function fitColumns({ widthPx, heightPx }: Room, count: number, ratio: number, gapPx: number): Fit {
  let best: Fit = { columns: 1, widthPx: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const byWidth = (widthPx - gapPx * (columns - 1)) / columns;
    const byHeight = ((heightPx - gapPx * (rows - 1)) / rows) * ratio;
    const fitting = Math.max(0, Math.floor(Math.min(byWidth, byHeight)));
    if (fitting > best.widthPx) best = { columns, widthPx: fitting };
  }
  return best;
}

/** Place of a tile on the page, in pixels. */
export type Spot = { left: number; top: number; width: number };

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** The tile that an arrow leads to: the next one in reading order, or the nearest of the next row up or down. */
export function stepByArrow(spots: readonly Spot[], from: number, arrow: string): number | undefined {
  const step = steps[arrow];
  const own = spots[from];
  if (step === undefined || !own) return undefined;
  const isSideways = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  if (isSideways) return spots[from + step] ? from + step : undefined;
  const beyond = spots.filter(({ top }) => Math.sign(Math.round(top - own.top)) === step);
  const tops = beyond.map(({ top }) => top);
  const rowTop = step === 1 ? Math.min(...tops) : Math.max(...tops);
  const centre = ({ left, width }: Spot) => left + width / 2;
  const [nearest] = beyond
    .filter(({ top }) => Math.abs(top - rowTop) < 1)
    .sort((a, b) => Math.abs(centre(a) - centre(own)) - Math.abs(centre(b) - centre(own)));
  return nearest && spots.indexOf(nearest);
}
