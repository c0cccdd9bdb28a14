import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { toDayGroup, useDayNames } from '../list/day-groups.tsx';
import type { CountedDay } from './feed/loaded-days.ts';
import type { PartLayout } from './layout/block-layout.ts';

type DaySectionProps = {
  day: Pick<CountedDay, 'name' | 'count'>;
  /** The cost of its works; undefined while not all of them are loaded. */
  credits: number | undefined;
  heading: PartLayout['heading'];
  children: ReactNode;
};

/**
 * A day with its name above it; what is in it has its place in the block. A later page of a long day is a group: of two
 * regions with the same name, neither could be found by it.
 */
export function DaySection({ day, credits, heading, children }: DaySectionProps) {
  const formatName = useDayNames();
  const group = toDayGroup(day.name, new Date(serverNow()));
  const name = formatName(group);
  if (!heading)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
      <div role="group" aria-label={name}>
        {children}
      </div>
    );
  const { leftPx, topPx, widthPx, isShort } = heading;
  return (
    <section aria-labelledby={`history-${day.name}`}>
      <div
        className="absolute flex items-baseline gap-x-3 pt-6 pb-2 text-sm"
        style={{ left: leftPx, top: topPx, width: widthPx }}
      >
        <h2
          id={`history-${day.name}`}
          title={isShort ? name : undefined}
          className="truncate font-medium text-ink-soft"
        >
          {formatName(group, isShort)}
        </h2>
        {isShort ? null : <DayFigures count={day.count} credits={credits} />}
      </div>
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
