import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { LedgerTable } from '#product/ledger/ledger-table.tsx';
import { useLineLabels } from '#product/ledger/use-ledger-labels.ts';
import { Paging } from '#product/paging.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type AdminLine, userLedgerQuery } from './admin-data.ts';

/** A user's ledger; lines that an operator booked name the operator. */
export function UserLedger({ id, page }: { id: string; page: number }) {
  const { t } = useTranslation('admin');
  const ledger = useQueryWithPrevious(userLedgerQuery(id, page));
  return (
    <section aria-labelledby="user-ledger-title" className="mt-10">
      <h2 id="user-ledger-title" className="text-lg font-semibold">
        {t('ledger')}
      </h2>
      <QueryBoundary query={ledger} skeleton={<Skeleton className="mt-4 h-40" />}>
        {({ data, totalPages, page: shownPage }) => (
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
              shownPage={shownPage}
              totalPages={totalPages}
              searchOfPage={(target) => ({ page: target > 1 ? target : undefined })}
            />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

/** Why a line was booked, and by which operator if any. */
function LineReason({ line }: { line: AdminLine }) {
  const { t } = useTranslation('admin');
  const { readReason } = useLineLabels();
  if (line.actor_email === null) return readReason(line);
  return t('result.by', { reason: line.reason ?? '', email: line.actor_email });
}

/** The ledger line that an operation booked; undefined if it moved no credits. `text` says what it did instead. */
export type Outcome = { line: AdminLine | undefined; text?: string };

/** The line that an operation booked. Takes the focus, since the button that was clicked may be gone. */
export function ResultNote({ outcome }: { outcome: Outcome | undefined }) {
  const { t, i18n } = useTranslation('admin');
  const { findKindByBody } = useLineLabels();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) ref.current?.focus();
  }, [outcome]);
  const line = outcome?.line;
  return (
    <div
      ref={ref}
      role="status"
      tabIndex={-1}
      className={outcome ? 'mt-6 rounded-md bg-ok-soft px-4 py-3 text-sm' : undefined}
    >
      {outcome && !line ? <p className="text-ok-text">{outcome.text ?? t('result.noEntry')}</p> : null}
      {line ? (
        <>
          <p className="font-medium text-ok-text">
            {t('result.title')} · {t('result.entry', { id: line.id })} · {findKindByBody(line)}{' '}
            {formatChange(line.available, i18n.language)}
          </p>
          <p className="mt-0.5 text-ink-soft">
            <LineReason line={line} />
          </p>
        </>
      ) : null}
    </div>
  );
}
