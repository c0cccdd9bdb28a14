import type { PublicGeneration } from '@atelier/contract';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { excerptOf } from '#product/generation/excerpt.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { type DayGroup, DayHeading, groupByDay, useDayNames } from '../day-groups.tsx';
import { EndedImage, type ImageRowsProps } from './image-controls.tsx';
import { ImageTile } from './image-tile.tsx';

const gapPx = 16;
const headingPx = 52;
/** Average height of a tile's text. Each row is measured once it is rendered. */
const textPx = 84;
const endedPx = 44;
const minColumnPx = 190;

/** Two to four columns, of which only the rows near the window are rendered. */
export function ImageGrid({ generations, handlersOf }: ImageRowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { topPx, widthPx } = useGridSpace(ref);
  const columns = Math.min(4, Math.max(2, Math.floor((widthPx + gapPx) / (minColumnPx + gapPx))));
  const rows = useMemo(() => gridRows(generations, columns, new Date()), [generations, columns]);
  const nameOfDay = useDayNames();
  const virtualizer = useWindowVirtualizer({
    count: widthPx > 0 ? rows.length : 0,
    estimateSize: (index) => heightOf(rows[index]?.type, widthPx / columns),
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
            ) : row.type === 'ended' ? (
              <div data-record={row.generation.id} className="-mx-3 pb-1">
                <EndedImage
                  generation={row.generation}
                  title={excerptOf(row.generation.prompt)}
                  {...handlersOf(row.generation)}
                />
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

function heightOf(type: GridRow['type'] | undefined, columnPx: number): number {
  if (type === 'heading') return headingPx;
  return type === 'ended' ? endedPx : columnPx + textPx;
}

/** Keeps the focused row rendered however far it is scrolled away, because its focus would be lost otherwise. */
function withFocusedRow(range: Range, grid: HTMLElement | null): number[] {
  const indexes = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
  const row = focused && grid?.contains(focused) ? Number(focused.dataset.index) : -1;
  if (row < 0 || row >= range.count || indexes.includes(row)) return indexes;
  return [...indexes, row].sort((a, b) => a - b);
}

/** An element's distance from the top of the page and its width, known before the first paint. */
function useGridSpace(ref: RefObject<HTMLElement | null>): { topPx: number; widthPx: number } {
  const [space, setSpace] = useState({ topPx: 0, widthPx: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const next = { topPx: Math.round(box.top + window.scrollY), widthPx: Math.floor(box.width) };
      setSpace((known) => (known.topPx === next.topPx && known.widthPx === next.widthPx ? known : next));
    };
    measure();
    // The page also grows and shrinks above the grid, as generations start and end.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return space;
}

type GridRow =
  | { type: 'heading'; key: string; group: DayGroup<PublicGeneration> }
  | { type: 'ended'; key: string; generation: PublicGeneration }
  | { type: 'tiles'; key: string; items: readonly PublicGeneration[] };

/**
 * The rows of a grid: for each day a heading, as many tiles per row as there are columns, then a thin row for each
 * generation without a result.
 */
export function gridRows(generations: readonly PublicGeneration[], columns: number, now: Date): GridRow[] {
  return groupByDay(generations, (generation) => generation.created_at, now).flatMap((group): GridRow[] => {
    const rows: GridRow[] = [{ type: 'heading', key: group.key, group }];
    const { pictures = [], ended = [] } = Object.groupBy(group.items, (generation) =>
      isWithoutResult(generation) ? 'ended' : 'pictures',
    );
    for (let start = 0; start < pictures.length; start += columns) {
      const items = pictures.slice(start, start + columns);
      // The number of columns is in the key because it changes a row's height, which is cached by key.
      rows.push({ type: 'tiles', key: `${columns} ${items[0]?.id}`, items });
    }
    // The pictures first, however many have failed.
    rows.push(...ended.map((generation): GridRow => ({ type: 'ended', key: generation.id, generation })));
    return rows;
  });
}
