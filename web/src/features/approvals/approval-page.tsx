import type { Approval, ApprovalAnswer, ApprovalReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { formatCredits, formatDate } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/facts.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const approvalQuery = (id: string) => ({
  queryKey: ['approvals', id],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ApprovalReply> =>
    request('GET /api/approvals/{id}', { params: { id }, signal }),
  // Another device may have answered.
  staleTime: 0,
});

/** `/approvals/{id}`: what a program wants to spend, and its owner's answer. */
export function ApprovalPage({ id }: { id: string }) {
  const { t } = useTranslation('approvals');
  usePageTitle(t('title'));
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('title')}</h1>
      {account.status === 'anonymous' ? <PageSignIn page="approvals" /> : null}
      {account.status === 'loading' ? <Skeleton className="mt-6 h-64" /> : null}
      {account.info ? <OwnApproval id={id} /> : null}
    </div>
  );
}

function OwnApproval({ id }: { id: string }) {
  const { t } = useTranslation('approvals');
  const query = useQueryWithPrevious(approvalQuery(id));
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status))
    return <p className="mt-4 text-ink-soft text-pretty">{t('unknown')}</p>;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="mt-6 h-64" />}>
      {(reply) => (
        <>
          <ApprovalFacts reply={reply} />
          <div aria-live="polite">
            {reply.approval.status === 'open' ? <Answer approval={reply.approval} /> : null}
            <p className="mt-6 text-ink-soft text-pretty">{t(`status.${reply.approval.status}`)}</p>
          </div>
          <Link to="/developers" className={buttonVariants('ghost', 'md', '-ml-4 mt-4')}>
            {t('keys')}
          </Link>
        </>
      )}
    </QueryBoundary>
  );
}

function ApprovalFacts({ reply: { approval, left_credits } }: { reply: ApprovalReply }) {
  const { t, i18n } = useTranslation(['approvals', 'kinds']);
  const credits = (amount: number) => t('credits', { credits: formatCredits(amount, i18n.language) });
  const { key, kinds, prompt, cost_credits, expires_at, status } = approval;
  const names = kinds.map(
    ({ kind, count }) => `${count} × ${t(`kinds:kinds.${kind}.title`, { defaultValue: kind })}`,
  );
  return (
    <Facts>
      <Fact label={t('key')}>
        {key.name}
        {/* A program that signed in has no key. */}
        {key.ending ? <code className="ml-1 font-mono text-xs text-ink-faint">atl_…{key.ending}</code> : null}
      </Fact>
      <Fact label={t('what')}>{names.join(', ')}</Fact>
      {prompt === null ? null : <Fact label={t('prompt')}>{prompt}</Fact>}
      <Fact label={t('cost')}>{credits(cost_credits)}</Fact>
      {status === 'open' ? (
        <>
          <Fact label={t('left')}>{credits(left_credits - cost_credits)}</Fact>
          <Fact label={t('until')}>
            <time dateTime={expires_at}>{formatDate(expires_at, i18n.language)}</time>
          </Fact>
        </>
      ) : null}
    </Facts>
  );
}

/** A refused answer reads the request again: it shows what was answered elsewhere. */
function Answer({ approval: { id } }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const send = (answer: ApprovalAnswer) =>
    void run(async () => {
      try {
        await request('POST /api/approvals/{id}/answer', { params: { id }, body: { answer } });
      } finally {
        await queryClient.invalidateQueries({ queryKey: approvalQuery(id).queryKey });
      }
    });
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Button variant="primary" disabled={isRunning} aria-busy={isRunning} onClick={() => send('approve')}>
        {t('approve')}
      </Button>
      <Button disabled={isRunning} onClick={() => send('refuse')}>
        {t('refuse')}
      </Button>
    </div>
  );
}
