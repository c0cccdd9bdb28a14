import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayHeading } from './day-heading.tsx';

export type RenderRunning = (generation: PublicGeneration) => ReactNode;

type RunningRowsProps = { running: readonly PublicGeneration[]; renderRunning: RenderRunning };

/** What runs, pinned on top of a history. */
export function RunningRows({ running, renderRunning }: RunningRowsProps) {
  const { t } = useTranslation('history');
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="history-running">
      <DayHeading id="history-running" name={t('groups.running')} />
      <ul className="grid gap-x-5 gap-y-8 p-3 @2xl:grid-cols-2">
        {running.map((generation) => (
          <li key={generation.id}>{renderRunning(generation)}</li>
        ))}
      </ul>
    </section>
  );
}
