import type { LedgerLine } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Coins from 'lucide-react/icons/coins';
import Download from 'lucide-react/icons/download';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslation } from 'react-i18next';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { Paging } from '#product/paging.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { LedgerGroups } from './ledger-groups.tsx';
import { ledgerCsvPath, ledgerQuery } from './wallet-data.ts';
import { hasFilter, ledgerKinds, type WalletPageProps, type WalletSearch } from './wallet-search.ts';

/** The ledger with the filters of the search params, and a link to the same lines as CSV. */
export function LedgerSection({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation('wallet');
  return (
    <section aria-labelledby="ledger-title" className="mt-14">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="ledger-title" className="text-lg font-semibold">
          {t('ledger.title')}
        </h2>
        <a href={ledgerCsvPath(search)} download="ledger.csv" className={buttonVariants('secondary', 'sm')}>
          <Download size={16} aria-hidden="true" />
          {t('ledger.download')}
        </a>
      </div>
      <LedgerFilters search={search} onSearch={onSearch} />
      <Lines search={search} onSearch={onSearch} />
    </section>
  );
}

/** Type and dates; a generation is found by any of its lines. Each change goes back to the first page. */
function LedgerFilters({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation(['wallet', 'ledger']);
  const choose = (change: WalletSearch) => onSearch({ ...search, page: undefined, ...change });
  return (
    <fieldset className="mt-4 grid grid-cols-2 items-end gap-3">
      <legend className="sr-only">{t('ledger.filters')}</legend>
      <div className="col-span-2">
        <SelectField
          name="kind"
          label={t('ledger.kind')}
          value={search.kind ?? ''}
          options={[
            { value: '', label: t('ledger.allKinds') },
            ...ledgerKinds.map((kind) => ({ value: kind, label: t(`ledger:kinds.${kind}`) })),
          ]}
          onChange={(value) => choose({ kind: ledgerKinds.find((kind) => kind === value) })}
        />
      </div>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          name={end}
          label={t(`ledger.${end}`)}
          value={search[end] ?? ''}
          onChange={(value) => choose({ [end]: value === '' ? undefined : value })}
        />
      ))}
    </fieldset>
  );
}

function Lines({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation(['wallet', 'ledger']);
  const ledger = useQueryWithPrevious(ledgerQuery(search));
  return (
    <QueryBoundary query={ledger} skeleton={<Skeleton className="mt-4 h-96" />}>
      {({ data, total, totalPages, page: shownPage }) => (
        <div className="mt-4">
          {ledger.error ? (
            <StaleNotice text={t('ledger:stale')} onRetry={ledger.retry} className="mb-3" />
          ) : null}
          <div className="flex min-h-8 items-center justify-between gap-3">
            <p role="status" className="text-sm text-ink-faint">
              {t('ledger.count', { count: total })}
            </p>
            {hasFilter(search) ? (
              <Button variant="ghost" size="sm" onClick={() => onSearch({})}>
                {t('ledger.clear')}
              </Button>
            ) : null}
          </div>
          {data.length === 0 ? (
            <NoLines search={search} onSearch={onSearch} />
          ) : (
            <LedgerGroups
              groups={data}
              renderSubject={(line, text) => <LineSubject line={line} text={text} search={search} />}
            />
          )}
          <Paging
            isSection
            page={search.page ?? 1}
            shownPage={shownPage}
            totalPages={totalPages}
            searchOfPage={(page) => ({ ...search, page: page > 1 ? page : undefined })}
          />
        </div>
      )}
    </QueryBoundary>
  );
}

type LineSubjectProps = { line: LedgerLine; text: string; search: WalletSearch };

/** The subject of a line; opens the receipt of the generation or the purchase, above the same page of lines. */
function LineSubject({ line, text, search }: LineSubjectProps) {
  const opened = line.generation ? { receipt: line.generation.id } : { purchase: line.purchase?.id };
  return (
    <Link
      to="/credits"
      search={{ ...search, ...opened }}
      resetScroll={false}
      className="rounded-sm decoration-line-strong underline-offset-4 hover:underline"
    >
      {text}
    </Link>
  );
}

/** The empty state of a new account, or of filters or a page without lines. */
function NoLines({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation('wallet');
  if (hasFilter(search)) {
    return (
      <EmptyState
        picture={<SearchX size={32} strokeWidth={1.5} />}
        title={t('nothingFound.title')}
        text={t('nothingFound.text')}
      >
        <Button onClick={() => onSearch({})}>{t('ledger.clear')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture={<Coins size={32} strokeWidth={1.5} />}
      title={t('empty.title')}
      text={t('empty.text')}
    >
      <Link to="/pricing" className={buttonVariants('primary')}>
        {t('empty.action')}
      </Link>
    </EmptyState>
  );
}

/** How users verify the ledger without trusting the server (docs/runbook.md, "Payments"). Empty before the first line. */
