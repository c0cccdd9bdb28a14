import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { LedgerTable } from '#product/ledger/ledger-table.tsx';
import { Paging } from '#product/paging.tsx';
import { userLedgerQuery } from './admin-queries.ts';
import { LineReason } from './line-reason.tsx';
import { Loaded } from './loaded.tsx';

/** Every movement of a user's credits, with the operator who made it. */
export function UserLedger({ id, page }: { id: string; page: number }) {
  const { t } = useTranslation('admin');
  const ledger = useKeptQuery(userLedgerQuery(id, page));
  return (
    <section aria-labelledby="user-ledger-title" className="mt-10">
      <h2 id="user-ledger-title" className="text-lg font-semibold">
        {t('ledger')}
      </h2>
      <Loaded query={ledger}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 ? (
              <p className="mt-2 text-sm text-ink-faint">{t('noLedger')}</p>
            ) : (
              <LedgerTable
                lines={data}
                renderSubject={(_line, text) => text}
                renderReason={(line) => <LineReason line={line} />}
              />
            )}
            <Paging
              isSection
              page={page}
              totalPages={totalPages}
              searchOfPage={(target) => ({ page: target > 1 ? target : undefined })}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
