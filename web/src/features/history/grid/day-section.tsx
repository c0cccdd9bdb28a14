import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { classNames } from '#ui/class-names.ts';
import { toDayGroup, useDayNames } from '../list/day-groups.tsx';
import type { CountedDay } from './feed/loaded-days.ts';

/** Where the heading of a day is, in pixels within its block. */
export type DayHead = {
  leftPx: number;
  topPx: number;
  widthPx: number;
  /** It stays in the window down to there; undefined of a day beside others, whose heading stays where it is. */
  bottomPx: number | undefined;
};

type DaySectionProps = {
  day: Pick<CountedDay, 'name' | 'count'>;
  /** The cost of its works; undefined while not all of them are loaded. */
  credits: number | undefined;
  /** The heading; another part of the day has it where this is undefined. */
  head: DayHead | undefined;
  /** Controls at the end of the heading. */
  tools?: ReactNode;
  children: ReactNode;
};

/** Narrower headings have the short name of their day. */
const roomyPx = 640;

/**
 * A day with its name above it; what is in it has its place in the block. Another part of a long day is a group: of two
 * regions with the same name, neither could be found by it.
 */
export function DaySection({ day, credits, head, tools, children }: DaySectionProps) {
  const formatName = useDayNames();
  const group = toDayGroup(day.name, new Date(serverNow()));
  const name = formatName(group);
  const id = `history-${day.name}`;
  const isSticky = head?.bottomPx !== undefined;
  const isShort = head !== undefined && head.widthPx < roomyPx;
  return (
    // The same element for both: a part becomes the first that is drawn as the page is scrolled.
    <section {...(head ? { 'aria-labelledby': id } : { role: 'group', 'aria-label': name })}>
      {head ? (
        <div
          className="pointer-events-none absolute"
          style={{
            left: head.leftPx,
            top: head.topPx,
            width: head.widthPx,
            height: head.bottomPx && head.bottomPx - head.topPx,
          }}
        >
          <div
            className={classNames(
              'pointer-events-auto flex h-13 items-end gap-x-3 bg-canvas pb-1.5 text-sm leading-8',
              isSticky && 'sticky top-(--header-height) z-5 md:top-25',
            )}
          >
            <h2
              id={id}
              tabIndex={-1}
              title={isShort ? name : undefined}
              className={classNames(
                'truncate font-medium text-ink-soft outline-none',
                isShort ? 'min-w-0' : 'shrink-0',
              )}
            >
              {formatName(group, isShort)}
            </h2>
            {isSticky ? <DayFigures count={day.count} credits={credits} /> : null}
            {tools}
          </div>
        </div>
      ) : null}
      {children}
    </section>
  );
}

function DayFigures({ count, credits }: { count: number; credits: number | undefined }) {
  const { t } = useTranslation('history');
  return (
    <p className="shrink-0 text-ink-faint tabular-nums">
      {t('types.all.count', { count })}
      {credits === undefined ? null : ` · ${t('credits', { count: credits })}`}
    </p>
  );
}
