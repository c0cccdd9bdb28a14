import type { AdminUserReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { actionsOf, type Job } from './job-actions.ts';
import { JobRow } from './job-row.tsx';

type JobListProps = { reply: AdminUserReply; onOperate: (job: Job) => void };

export function JobList({ reply, onOperate }: JobListProps) {
  const { t } = useTranslation('admin');
  const refundedIds = new Set(
    reply.ledger.filter(({ kind }) => kind === 'refund').map(({ generation }) => generation?.id),
  );
  return (
    <section aria-labelledby="jobs-title" className="mt-10">
      <h2 id="jobs-title" className="text-lg font-semibold">
        {t('jobs.title')}
      </h2>
      {reply.generations.length === 0 ? (
        <p className="mt-2 text-sm text-ink-faint">{t('jobs.none')}</p>
      ) : (
        <ul className="mt-2">
          {reply.generations.map((generation) => (
            <JobRow
              key={generation.id}
              generation={generation}
              actions={actionsOf(generation, refundedIds.has(generation.id))}
              onOperate={(action) => onOperate({ action, generation })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
