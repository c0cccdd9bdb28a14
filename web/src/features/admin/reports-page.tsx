import type { ReportedWork } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { decideReport, type ReportAct, reportsQuery } from './admin-data.ts';
import { AdminHeader } from './admin-header.tsx';
import { isReason, ReasonField } from './operator-dialogs.tsx';
import { ReportedWorkCard } from './reported-work-card.tsx';

const states = ['open', 'decided'] as const;
type State = (typeof states)[number];

type ReportsPageProps = { state: State; onState: (state: State) => void };

/** `/admin/reports`: reported generations, those first that have to be decided about first. */
export function ReportsPage({ state, onState }: ReportsPageProps) {
  const { t } = useTranslation('reports');
  const reports = useQueryWithPrevious(reportsQuery(state));
  const [asked, setAsked] = useState<{ work: ReportedWork; act: ReportAct }>();
  usePageTitle(t('title'));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <AdminHeader />
      <section aria-labelledby="reports-title" className="mt-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="reports-title" className="text-lg font-semibold">
            {t('title')}
          </h2>
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t('show')}</legend>
            {states.map((each) => (
              <Button
                key={each}
                size="sm"
                variant={each === state ? 'secondary' : 'ghost'}
                aria-pressed={each === state}
                onClick={() => onState(each)}
              >
                {t(`states.${each}`)}
              </Button>
            ))}
          </fieldset>
        </div>
        <QueryBoundary query={reports} skeleton={<Skeleton className="mt-6 h-96" />}>
          {(works) =>
            works.length === 0 ? (
              <EmptyState title={t(`none.${state}`)} text={t(`noneText.${state}`)} />
            ) : (
              <ul className="mt-4 grid gap-4">
                {works.map((work) => (
                  <ReportedWorkCard
                    key={work.generation_id}
                    work={work}
                    onAct={(act) => setAsked({ work, act })}
                  />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </section>
      {asked ? <DecideDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </div>
  );
}

type DecideDialogProps = { work: ReportedWork; act: ReportAct; onClose: () => void };

/** Says what follows, and asks for the reason, which the owner and the reporters of a removal read. */
function DecideDialog({ work, act, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['reports', 'admin']);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const submit = () => {
    setChecked(true);
    if (!isReason(reason)) return;
    void run(async () => {
      await decideReport(work.generation_id, act, reason);
      onClose();
    });
  };
  return (
    <FormDialog
      cancel={t('admin:cancel')}
      title={t(`acts.${act}.title`)}
      action={t(`acts.${act}.action`)}
      doing={t('doing')}
      isDangerous={act === 'remove'}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <p>{t(`acts.${act}.text`)}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        isInvalid={isChecked && !isReason(reason)}
        help={act === 'remove' ? t('ownerReads') : undefined}
      />
    </FormDialog>
  );
}
