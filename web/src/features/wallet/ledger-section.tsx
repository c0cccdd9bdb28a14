import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { LedgerTable } from '#product/ledger/ledger-table.tsx';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { Paging } from '#product/paging.tsx';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LedgerFilters } from './ledger-filters.tsx';
import { LineSubject } from './line-subject.tsx';
import { NoMovements } from './no-movements.tsx';
import { ledgerCsvPath } from './wallet-api.ts';
import { ledgerQuery } from './wallet-queries.ts';
import { hasFilter, type WalletPageProps } from './wallet-search.ts';

/** Every line of the ledger, filtered as the address says, and the same as CSV. */
export function LedgerSection({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation('wallet');
  return (
    <section aria-labelledby="ledger-title" className="mt-14">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="ledger-title" className="text-lg font-semibold">
          {t('ledger.title')}
        </h2>
        <a href={ledgerCsvPath(search)} download="ledger.csv" className={buttonLook('secondary', 'sm')}>
          <Download size={16} aria-hidden="true" />
          {t('ledger.download')}
        </a>
      </div>
      <LedgerFilters search={search} onSearch={onSearch} />
      <Lines search={search} onSearch={onSearch} />
    </section>
  );
}

function Lines({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation(['wallet', 'ledger']);
  const { reply, isOld, error, retry } = useKeptQuery(ledgerQuery(search));
  if (!reply) {
    return error ? (
      <ErrorState title={t('ledger:failed')} retryLabel={t('ledger:retry')} onRetry={retry} />
    ) : (
      <Skeleton className="mt-4 h-96" />
    );
  }
  return (
    <div aria-busy={isOld} className="mt-4">
      {error ? <StaleNotice text={t('ledger:stale')} onRetry={retry} className="mb-3" /> : null}
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p role="status" className="text-sm text-ink-faint">
          {t('ledger.count', { count: reply.total })}
        </p>
        {hasFilter(search) ? (
          <Button look="ghost" size="sm" onClick={() => onSearch({})}>
            {t('ledger.clear')}
          </Button>
        ) : null}
      </div>
      {reply.data.length === 0 ? (
        <NoMovements search={search} onSearch={onSearch} />
      ) : (
        <LedgerTable
          lines={reply.data}
          renderSubject={(line, text) => <LineSubject line={line} text={text} search={search} />}
        />
      )}
      <Paging
        isSection
        page={search.page ?? 1}
        totalPages={reply.totalPages}
        searchOfPage={(page) => ({ ...search, page: page > 1 ? page : undefined })}
      />
    </div>
  );
}
