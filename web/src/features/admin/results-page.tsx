import type { AdminResultsReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { resultsQuery } from './admin-data.ts';
import { AdminHeader } from './admin-header.tsx';
import { FindingCard, useKindTitle } from './finding-card.tsx';
import { KindChecks } from './kind-checks.tsx';
import { KindClosing } from './kind-closing.tsx';
import { UnverifiedKinds } from './unverified-kinds.tsx';

const windows = ['day', 'week'] as const;

export type ResultsSearch = { window?: 'week' | undefined; kind?: string | undefined };

/** Reads the search params and drops invalid ones. */
export function readResultsSearch({ window, kind }: Readonly<Record<string, unknown>>): ResultsSearch {
  return {
    window: window === 'week' ? window : undefined,
    kind: typeof kind === 'string' && /^[\w-]{1,100}$/.test(kind) ? kind : undefined,
  };
}

type ResultsPageProps = { search: ResultsSearch; onSearch: (changes: ResultsSearch) => void };

/** `/admin/results`: how many results of each kind were faulty, and what a claim at the provider needs. */
export function ResultsPage({ search, onSearch }: ResultsPageProps) {
  const { t } = useTranslation('results');
  const { window = 'day', kind } = search;
  const results = useQueryWithPrevious(resultsQuery(window, kind));
  usePageTitle(t('title'));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <AdminHeader />
      <section aria-labelledby="results-title" className="mt-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="results-title" className="text-lg font-semibold">
            {t('title')}
          </h2>
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t('window.label')}</legend>
            {windows.map((each) => (
              <Button
                key={each}
                size="sm"
                variant={each === window ? 'secondary' : 'ghost'}
                aria-pressed={each === window}
                onClick={() => onSearch({ window: each === 'week' ? each : undefined })}
              >
                {t(`window.${each}`)}
              </Button>
            ))}
          </fieldset>
        </div>
        <p className="mt-2 max-w-2xl text-sm text-ink-soft text-pretty">{t('body')}</p>
        <QueryBoundary query={results} skeleton={<Skeleton className="mt-6 h-96" />}>
          {({ kinds, findings, checks, closed_by, unverified, leaving }) => (
            <>
              {kinds.length === 0 ? (
                <EmptyState title={t('quiet')} />
              ) : (
                <>
                  <KindTable kinds={kinds} />
                  <Findings
                    findings={findings}
                    kinds={kinds}
                    kind={kind}
                    onKind={(chosen) => onSearch({ kind: chosen })}
                  />
                </>
              )}
              <KindChecks checks={checks} />
              <UnverifiedKinds unverified={unverified} />
              <KindClosing closed_by={closed_by} leaving={leaving} />
            </>
          )}
        </QueryBoundary>
      </section>
    </div>
  );
}

const columns = ['kind', 'completed', 'faulty', 'doubtful', 'returned', 'reasons'] as const;

function KindTable({ kinds }: Pick<AdminResultsReply, 'kinds'>) {
  const { t } = useTranslation('results');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <div tabIndex={0} className="mt-4 overflow-x-auto rounded-sm">
      <table className="w-full text-sm tabular-nums">
        <thead className="text-left text-ink-faint">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="py-1 pr-4 font-normal whitespace-nowrap">
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((row) => (
            <KindRow key={row.kind} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KindRow({ row }: { row: AdminResultsReply['kinds'][number] }) {
  const { t, i18n } = useTranslation('results');
  const formatTitle = useKindTitle();
  const { kind, completed, faulty, doubtful, returned, reasons } = row;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  // Shows no share above 100 %: completed results are counted a minute late, and a faulty image may come with good ones.
  const formatShare = (count: number, of: number) =>
    count === 0 || of < count
      ? count.toLocaleString(i18n.language)
      : t('share', { count, share: percent.format(count / of) });
  const cells = [
    completed.toLocaleString(i18n.language),
    formatShare(faulty, completed + faulty),
    formatShare(doubtful, completed),
    returned.toLocaleString(i18n.language),
  ];
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pr-4 text-left font-medium">
        {formatTitle(kind)}
      </th>
      {cells.map((text, index) => (
        <td key={columns[index + 1]} className="py-1.5 pr-4 whitespace-nowrap">
          {text}
        </td>
      ))}
      <td className="py-1.5 text-ink-soft">
        {reasons
          .map(({ reason, is_fault: isFault, count }) =>
            t(isFault ? 'faultyFor' : 'doubtfulFor', { reason: t(`reasons.${reason}`), count }),
          )
          .join(', ')}
      </td>
    </tr>
  );
}

type FindingsProps = Pick<AdminResultsReply, 'kinds' | 'findings'> & {
  kind: string | undefined;
  onKind: (kind: string | undefined) => void;
};

function Findings({ findings, kinds, kind, onKind }: FindingsProps) {
  const { t } = useTranslation('results');
  const formatTitle = useKindTitle();
  return (
    <section aria-labelledby="findings-title" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="findings-title" className="font-semibold">
          {t('findings.title')}
        </h3>
        <select
          aria-label={t('findings.of')}
          value={kind ?? ''}
          onChange={({ target: { value } }) => onKind(value === '' ? undefined : value)}
          className="min-h-9 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
        >
          <option value="">{t('findings.all')}</option>
          {kinds.map((each) => (
            <option key={each.kind} value={each.kind}>
              {formatTitle(each.kind)}
            </option>
          ))}
        </select>
      </div>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{t('findings.text')}</p>
      {findings.length === 0 ? (
        <p className="mt-4 text-sm text-ink-faint">{t('findings.none')}</p>
      ) : (
        <ul className="mt-4 grid gap-4">
          {findings.map((finding) => (
            <FindingCard key={finding.output_id} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}
