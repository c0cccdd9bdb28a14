import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { usePageTitle } from '#product/page-title.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { userQuery } from './admin-queries.ts';
import type { Job } from './job-actions.ts';
import { JobList } from './job-list.tsx';
import { Loaded } from './loaded.tsx';
import { MoveCreditsDialog } from './move-credits-dialog.tsx';
import { OperateDialog } from './operate-dialog.tsx';
import { PurchaseList } from './purchase-list.tsx';
import { type Outcome, ResultNote } from './result-note.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserLedger } from './user-ledger.tsx';

type UserPageProps = { id: string; page: number };

/** `/admin/users/…`: what a user has, made and bought, and what an operator can do about it. */
export function UserPage({ id, page }: UserPageProps) {
  const { t } = useTranslation('admin');
  usePageTitle(t('title'));
  const user = useKeptQuery(userQuery(id));
  const [isMoving, setMoving] = useState(false);
  const [operation, setOperation] = useState<Job>();
  const [outcome, setOutcome] = useState<Outcome>();
  const finish = (booked: Outcome) => {
    setMoving(false);
    setOperation(undefined);
    setOutcome(booked);
  };
  const isUnknown = user.error instanceof ApiError && [400, 404].includes(user.error.status);
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <Link
        to="/admin"
        className="inline-flex min-h-8 items-center gap-1 rounded-sm text-sm text-ink-soft hover:text-ink"
      >
        <ChevronLeft size={16} aria-hidden="true" />
        {t('user.back')}
      </Link>
      {isUnknown && !user.reply ? (
        <>
          <h1 className="sr-only">{t('user.notFound')}</h1>
          <EmptyState title={t('user.notFound')} text={t('user.notFoundText')} />
        </>
      ) : (
        <Loaded query={user}>
          {(reply) => (
            <>
              <UserFacts reply={reply} onMove={() => setMoving(true)} />
              <ResultNote outcome={outcome} />
              <JobList reply={reply} onOperate={setOperation} />
              <PurchaseList purchases={reply.purchases} />
              <UserLedger id={id} page={page} />
              {isMoving ? (
                <MoveCreditsDialog user={reply.user} onClose={() => setMoving(false)} onDone={finish} />
              ) : null}
              {operation ? (
                <OperateDialog
                  userId={id}
                  job={operation}
                  onClose={() => setOperation(undefined)}
                  onDone={finish}
                />
              ) : null}
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}
