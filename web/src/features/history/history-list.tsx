import type { PublicGeneration } from '@atelier/contract';
import { Fragment, type ReactNode } from 'react';
import { groupByDay } from './day-groups.tsx';
import { DayHeading } from './day-heading.tsx';
import { type RenderRunning, RunningRows } from './running-rows.tsx';
import { useDayNames } from './use-day-names.ts';

export type { RenderRunning };

type HistoryListProps = {
  running: readonly PublicGeneration[];
  rest: readonly PublicGeneration[];
  renderRunning: RenderRunning;
  renderRow: (generation: PublicGeneration) => ReactNode;
};

/** What runs on top, then a section for each day. */
export function HistoryList({ running, rest, renderRunning, renderRow }: HistoryListProps) {
  const nameOfDay = useDayNames();
  const groups = groupByDay(rest, (generation) => generation.created_at, new Date());
  return (
    <>
      <RunningRows running={running} renderRunning={renderRunning} />
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`history-${group.key}`}>
          <DayHeading id={`history-${group.key}`} name={nameOfDay(group)} />
          {group.items.map((generation) => (
            <Fragment key={generation.id}>{renderRow(generation)}</Fragment>
          ))}
        </section>
      ))}
    </>
  );
}
