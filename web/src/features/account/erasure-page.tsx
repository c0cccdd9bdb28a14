import type { ErasureReply, ErasureStatement } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { formatCredits, formatDate } from '#lib/format.ts';
import { saveTextFile } from '#lib/save-file.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useAccount } from '#product/account/account-store.ts';
import { leaveForSignIn } from '#product/api/account.ts';
import { CopyableCode } from '#product/copyable.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { erasureQuery } from './closing-data.ts';

/** `/erasure/{token}`: the state of a closed account, and the statement in the end. For everyone with the link. */
export function ErasurePage({ token }: { token: string }) {
  const { t } = useTranslation('closing');
  usePageTitle(t('statement.short'));
  const erasure = useQueryWithPrevious(erasureQuery(token));
  const isUnknown = erasure.error instanceof ApiError && [400, 404].includes(erasure.error.status);
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-10 pb-20 md:px-8">
      {isUnknown ? (
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('statement.unknown')}</h1>
      ) : (
        <QueryBoundary query={erasure} skeleton={<Skeleton className="h-64" />}>
          {(reply) => <ErasureState erasure={reply} />}
        </QueryBoundary>
      )}
    </div>
  );
}

function ErasureState({ erasure }: { erasure: ErasureReply }) {
  const { t, i18n } = useTranslation('closing');
  const { state, statement } = erasure;
  const date = formatDate(erasure.erased_at, i18n.language);
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">
        {t(`statement.${state}.title`, { date })}
      </h1>
      <p className="mt-4 text-ink-soft text-pretty">{t(`statement.${state}.text`, { date })}</p>
      {state === 'closed' ? <WayBack /> : null}
      {state === 'kept' ? null : <SaveLink />}
      {statement ? <Statement statement={statement} signed={erasure.signed_statement} /> : null}
    </>
  );
}

function WayBack() {
  const { t } = useTranslation('closing');
  if (useAccount().status === 'closed')
    return (
      <Link to="/" className={buttonVariants('primary', 'md', 'mt-6')}>
        {t('statement.back')}
      </Link>
    );
  return (
    <Button variant="primary" className="mt-6" onClick={() => leaveForSignIn('/')}>
      {t('statement.signIn')}
    </Button>
  );
}

function SaveLink() {
  const { t } = useTranslation('closing');
  return (
    <div className="mt-8">
      <p className="mb-2 text-sm text-ink-soft text-pretty">{t('statement.save')}</p>
      <CopyableCode text={window.location.href} label={t('statement.copy')} />
    </div>
  );
}

type StatementProps = { statement: ErasureStatement; signed: string | null };

function Statement({ statement, signed }: StatementProps) {
  const { t, i18n } = useTranslation('closing');
  const { erased, kept, forfeited_credits: credits, not_covered: notCovered } = statement;
  return (
    <>
      <Part title={t('statement.erasedTitle')}>
        <Counts counts={erased} />
        {credits > 0 ? (
          <p className="mt-3">
            {t('statement.forfeited', { count: credits, credits: formatCredits(credits, i18n.language) })}
          </p>
        ) : null}
      </Part>
      <Part title={t('statement.keptTitle')}>
        <p className="mb-3">{t('statement.keptText', { pseudonym: statement.pseudonym })}</p>
        <Counts counts={kept} />
      </Part>
      <Part title={t('statement.outsideTitle')}>
        <ul className="grid list-disc gap-1 pl-5">
          {notCovered.map((code) => (
            <li key={code}>{t(`statement.outside.${code}` as 'statement.outside.logs', code)}</li>
          ))}
        </ul>
      </Part>
      <Part title={t('statement.proofTitle')}>
        <p className="mb-3">{t(signed === null ? 'statement.unsigned' : 'statement.signed')}</p>
        <Button onClick={() => save({ statement, signed_statement: signed })}>
          {t('statement.download')}
        </Button>
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 text-sm text-ink-soft">
      <h2 className="mb-3 text-lg font-semibold text-ink">{title}</h2>
      {children}
    </section>
  );
}

/** Numbers of erased rows; zeros are left out. */
function Counts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { t, i18n } = useTranslation('closing');
  return (
    <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1">
      {Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5">
            <dt>{t(`statement.names.${name}` as 'statement.names.files', name)}</dt>
            <dd className="text-right text-ink tabular-nums">{formatCredits(count, i18n.language)}</dd>
          </div>
        ))}
    </dl>
  );
}

function save(content: object): void {
  saveTextFile('erasure-statement.json', JSON.stringify(content, null, 2), 'application/json');
}
