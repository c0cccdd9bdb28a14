import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { DayHeading } from '../day-heading.tsx';
import { useDayNames } from '../use-day-names.ts';
import { gridRows } from './grid-rows.ts';
import { ImageTile } from './image-tile.tsx';
import type { ImageRecordsProps } from './record-handlers.ts';
import { useGridSpace } from './use-grid-space.ts';

const gapPx = 16;
const headingPx = 52;
/** Below the picture: the words of a tile, on average. Each row is measured when it is drawn. */
const wordsPx = 84;
const minColumnPx = 190;

/** Two to four columns, of which only the rows near the window are drawn. */
export function ImageGrid({ records, handlersOf }: ImageRecordsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { topPx, widthPx } = useGridSpace(ref);
  const columns = Math.min(4, Math.max(2, Math.floor((widthPx + gapPx) / (minColumnPx + gapPx))));
  const rows = useMemo(() => gridRows(records, columns, new Date()), [records, columns]);
  const nameOfDay = useDayNames();
  const virtualizer = useWindowVirtualizer({
    count: widthPx > 0 ? rows.length : 0,
    estimateSize: (index) => (rows[index]?.type === 'heading' ? headingPx : widthPx / columns + wordsPx),
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: topPx,
    overscan: 3,
    rangeExtractor: (range) => withFocusedRow(range, ref.current),
  });
  return (
    <div ref={ref} className="relative mx-3" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - topPx}px)` }}
          >
            {row.type === 'heading' ? (
              <div className="-mx-3">
                <DayHeading id={`history-${row.key}`} name={nameOfDay(row.group)} />
              </div>
            ) : (
              <div
                className="grid pb-6"
                style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gapPx }}
              >
                {row.items.map((generation) => (
                  <ImageTile key={generation.id} generation={generation} {...handlersOf(generation)} />
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The row with the focus stays drawn however far it is scrolled away, or the focus would be lost. */
function withFocusedRow(range: Range, grid: HTMLElement | null): number[] {
  const indexes = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
  const row = focused && grid?.contains(focused) ? Number(focused.dataset.index) : -1;
  if (row < 0 || row >= range.count || indexes.includes(row)) return indexes;
  return [...indexes, row].sort((a, b) => a - b);
}
