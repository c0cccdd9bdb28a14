import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { classNames } from '#ui/class-names.ts';
import { toDate, toDayGroup, useDayNames } from '../list/day-groups.tsx';
import type { CountedDay } from './feed/loaded-days.ts';
import type { GridLayout } from './layout/grid-layout.ts';
import { coveredPx } from './layout/visible-blocks.ts';
import { chooseTicks, dayAfterKey, type Tick } from './scrubber-ticks.ts';
import type { GridWindow } from './use-grid-window.ts';

const minTickPx = 26;
/** The label stays this long after the last scroll. */
const labelMs = 1_200;

/** The days of the library along the edge of the window, each as high as what it holds. Dragged, pressed or by keyboard. */
export function DayScrubber({ view }: { view: GridWindow }) {
  const { t } = useTranslation('library');
  const { grid, topPx, goTo } = view;
  const { loaded, totalPx } = grid;
  const formatName = useDayNames();
  const [isDragging, setDragging] = useState(false);
  const scrollPx = Math.max(1, totalPx - window.innerHeight / 2);
  const shownPx = Math.max(0, topPx + coveredPx);
  const dayIndex = loaded.indexAt(grid.placeAt(shownPx));
  const day = loaded.days[dayIndex];
  if (!day || loaded.days.length < 2 || totalPx < window.innerHeight * 1.5) return null;
  const label = formatName(toDayGroup(day.name, new Date(serverNow())));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    goTo(Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) * scrollPx);
  };
  const press = (event: KeyboardEvent) => {
    const index = dayAfterKey(loaded.days, dayIndex, event.key);
    if (index === undefined) return;
    event.preventDefault();
    const measureTop = (at: number) => grid.dayTop(loaded.days[at]?.start ?? 0);
    // Days that share the row of this one are in the window already.
    let next = index;
    while (next > dayIndex && next < loaded.days.length - 1 && measureTop(next) === measureTop(dayIndex))
      next += 1;
    goTo(measureTop(next));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('scrubber')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={loaded.days.length - 1}
      aria-valuenow={dayIndex}
      aria-valuetext={label}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        drag(event);
      }}
      onPointerMove={(event) => isDragging && drag(event)}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      className="group/scrub fixed top-32 right-0 bottom-6 z-20 w-5 touch-none select-none lg:w-14"
    >
      <Ticks grid={grid} />
      <Thumb at={Math.min(1, shownPx / scrollPx)} label={label} isActive={isDragging} />
    </div>
  );
}

function Ticks({ grid }: { grid: GridLayout }) {
  const { i18n } = useTranslation('library');
  const heightPx = window.innerHeight - 150;
  const ticks = useMemo(() => {
    const toAt = ({ start }: CountedDay) => grid.estimateTop(start) / Math.max(1, grid.totalPx);
    return chooseTicks(grid.loaded.days, toAt, heightPx, minTickPx);
  }, [grid, heightPx]);
  const formatName = ({ day, isYear }: Tick) =>
    new Intl.DateTimeFormat(i18n.language, isYear ? { year: 'numeric' } : { month: 'short' }).format(
      toDate(day),
    );
  return ticks.map((tick) => (
    <span
      key={tick.day}
      aria-hidden="true"
      className={classNames(
        'absolute right-3 -translate-y-1/2 text-xs whitespace-nowrap text-ink-faint max-lg:hidden',
        tick.isYear && 'font-medium text-ink-soft',
      )}
      style={{ top: `${tick.at * 100}%` }}
    >
      {formatName(tick)}
    </span>
  ));
}

/** Where the window is, with its day while that changes. */
function Thumb({ at, label, isActive }: { at: number; label: string; isActive: boolean }) {
  const hasMoved = useRecent(at);
  return (
    <span
      aria-hidden="true"
      className="absolute right-0 flex -translate-y-1/2 items-center gap-1.5"
      style={{ top: `${at * 100}%` }}
    >
      <span
        className={classNames(
          'rounded-sm bg-accent px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-on-accent transition-opacity duration-150',
          !isActive &&
            !hasMoved &&
            'opacity-0 group-hover/scrub:opacity-100 group-focus-visible/scrub:opacity-100',
        )}
      >
        {label}
      </span>
      <span className="h-10 w-1 rounded-full bg-line-strong lg:h-0.5 lg:w-4 lg:bg-accent" />
    </span>
  );
}

/** Whether a value has changed a moment ago. */
function useRecent(value: number): boolean {
  const [isRecent, setRecent] = useState(false);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what counts
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    setRecent(true);
    const timer = setTimeout(() => setRecent(false), labelMs);
    return () => clearTimeout(timer);
  }, [value]);
  return isRecent;
}
