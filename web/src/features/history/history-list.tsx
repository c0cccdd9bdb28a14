import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayHeading } from './day-heading.tsx';
import { FinishedRow } from './finished-row.tsx';
import { formatDay, groupByDay } from './group-by-day.ts';

export type RenderRunning = (generation: PublicGeneration) => ReactNode;

type HistoryListProps = {
  running: readonly PublicGeneration[];
  rest: readonly PublicGeneration[];
  renderRunning: RenderRunning;
  onOpen: (id: string) => void;
  onDelete: (id: string) => void;
};

/** What runs on top, then a section for each day. */
export function HistoryList({ running, rest, renderRunning, onOpen, onDelete }: HistoryListProps) {
  const { t, i18n } = useTranslation('history');
  const now = new Date();
  const groups = groupByDay(rest, (generation) => generation.created_at, now);
  const nameOf = ({ name, day }: (typeof groups)[number]) =>
    name === 'date' ? formatDay(day, now, i18n.language) : t(`groups.${name}`);
  return (
    <>
      {running.length > 0 ? (
        <section aria-labelledby="history-running">
          <DayHeading id="history-running" name={t('groups.running')} />
          <ul className="grid gap-x-5 gap-y-8 p-3 @2xl:grid-cols-2">
            {running.map((generation) => (
              <li key={generation.id}>{renderRunning(generation)}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`history-${group.key}`}>
          <DayHeading id={`history-${group.key}`} name={nameOf(group)} />
          {group.items.map((generation) => (
            <FinishedRow
              key={generation.id}
              generation={generation}
              onOpen={() => onOpen(generation.id)}
              onDelete={() => onDelete(generation.id)}
            />
          ))}
        </section>
      ))}
    </>
  );
}
