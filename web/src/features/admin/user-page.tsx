import type { AdminUserReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { formatCredits, formatDate } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { CopyText } from '#product/copyable.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AccountSection } from './account-section.tsx';
import { userQuery } from './admin-data.ts';
import { GenerationList, type Operation } from './generation-list.tsx';
import { MoveCreditsDialog, OperateDialog } from './operator-dialogs.tsx';
import { PurchaseList } from './purchase-list.tsx';
import { type Outcome, ResultNote, UserLedger } from './user-ledger.tsx';

type UserPageProps = { id: string; page: number };

/** `/admin/users/…`: a user's credits, generations, purchases and ledger, with the operations on them. */
export function UserPage({ id, page }: UserPageProps) {
  const { t } = useTranslation('admin');
  usePageTitle(t('title'));
  const user = useQueryWithPrevious(userQuery(id));
  const [isMoving, setMoving] = useReturnState('move-credits', false);
  const [operation, setOperation] = useReturnState<Operation | undefined>('operate', undefined);
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
        <QueryBoundary query={user} skeleton={<Skeleton className="mt-4 h-40" />}>
          {(reply) => (
            <>
              <UserFacts reply={reply} onMove={() => setMoving(true)} />
              <ResultNote outcome={outcome} />
              <AccountSection userId={id} email={reply.user.email} account={reply.account} onDone={finish} />
              <GenerationList reply={reply} onOperate={setOperation} />
              <PurchaseList purchases={reply.purchases} />
              <UserLedger id={id} page={page} />
              {isMoving ? (
                <MoveCreditsDialog user={reply.user} onClose={() => setMoving(false)} onDone={finish} />
              ) : null}
              {operation ? (
                <OperateDialog
                  userId={id}
                  operation={operation}
                  onClose={() => setOperation(undefined)}
                  onDone={finish}
                />
              ) : null}
            </>
          )}
        </QueryBoundary>
      )}
    </div>
  );
}

type UserFactsProps = { reply: AdminUserReply; onMove: () => void };

function UserFacts({ reply, onMove }: UserFactsProps) {
  const { t, i18n } = useTranslation('admin');
  const { user, daily_cap_credits: cap } = reply;
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const facts = [
    ['available', format(user.available)],
    ['held', format(user.held)],
    ['running', format(user.running)],
    ['owed', format(user.owed)],
    ['cap', cap === null ? t('user.noCap') : format(cap)],
    ['paid', t(user.has_ever_paid ? 'user.yes' : 'user.no')],
    ['since', formatDate(user.created_at, i18n.language)],
  ] as const;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">{user.email}</h1>
        <Button variant="primary" onClick={onMove}>
          {t('credits.open')}
        </Button>
      </div>
      <p className="mt-1 flex items-center gap-1 text-xs text-ink-faint">
        <span className="sr-only">{t('user.id')}</span>
        <span className="font-mono wrap-anywhere">{user.id}</span>
        <CopyText text={user.id} label={t('user.copyId')} />
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{t(`user.${name}`)}</dt>
            <dd className="mt-0.5 text-lg font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
