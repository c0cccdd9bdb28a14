import type { ConnectionReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useAccount } from '#product/account/account-store.ts';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { buttonVariants } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CodeForm } from './code-form.tsx';
import { ConnectForm } from './connect-form.tsx';

const connectionQuery = (id: string) => ({
  queryKey: ['connections', id],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ConnectionReply> =>
    request('GET /api/connections/{id}', { params: { id }, signal }),
  staleTime: 0,
});

/**
 * `/connect`: what a program that signs in wants, and its user's answer. `id` is the name of its request, or the code of a
 * device; without one it is typed in.
 */
export function ConnectPage({ id }: { id: string | undefined }) {
  const { t } = useTranslation('developers');
  usePageTitle(t('connect.title'));
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('connect.title')}</h1>
      {account.status === 'anonymous' ? (
        <SignInInvitation
          title={t('connect.signIn.title')}
          text={t('connect.signIn.text')}
          action={t('connect.signIn.action')}
          leaving={t('connect.signIn.leaving')}
        />
      ) : null}
      {account.status === 'loading' ? <Skeleton className="mt-6 h-64" /> : null}
      {account.info && id === undefined ? <CodeForm /> : null}
      {account.info && id !== undefined ? <AskedConnection key={id} id={id} /> : null}
    </div>
  );
}

type Outcome = 'allowed' | 'refused';

function AskedConnection({ id }: { id: string }) {
  const { t } = useTranslation('developers');
  const query = useQueryWithPrevious(connectionQuery(id));
  const [outcome, setOutcome] = useState<Outcome>();
  if (outcome) return <Ended>{t(`connect.${outcome}`)}</Ended>;
  if (query.error instanceof ApiError && [400, 409, 410].includes(query.error.status))
    return <Ended>{t(query.error.status === 409 ? 'connect.answered' : 'connect.expired')}</Ended>;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="mt-6 h-64" />}>
      {({ connection }) => <ConnectForm id={id} connection={connection} onEnd={setOutcome} />}
    </QueryBoundary>
  );
}

function Ended({ children }: { children: ReactNode }) {
  const { t } = useTranslation('developers');
  return (
    <div aria-live="polite">
      <p className="mt-4 text-ink-soft text-pretty">{children}</p>
      <Link to="/developers" className={buttonVariants('ghost', 'md', '-ml-4 mt-4')}>
        {t('connect.keys')}
      </Link>
    </div>
  );
}
