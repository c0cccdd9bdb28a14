import type { LegalPage as Page } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Settled } from '#product/settled.tsx';
import { FormattedText } from '#ui/formatted-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DataPlaces } from './data-places.tsx';

const legalQuery = (page: Page, language: string) => ({
  queryKey: ['legal', page, language],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request('GET /api/legal/{page}', { params: { page }, query: { language }, signal }),
});

const retentionQuery = {
  queryKey: ['retention'],
  queryFn: ({ signal }: { signal: AbortSignal }) => request('GET /api/retention', { signal }),
};

/** `/terms` and `/privacy`: what the operator of this site has published, and where data goes. */
export function LegalPage({ page }: { page: Page }) {
  const { t, i18n } = useTranslation(['legal', 'shell']);
  const title = t(`shell:menu.${page}`);
  usePageTitle(title);
  return (
    <article className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-6 text-ink-soft">
        <Settled skeleton={<Skeleton className="h-64" />}>
          <OperatorText page={page} language={i18n.language} />
          {page === 'privacy' ? <Places /> : null}
        </Settled>
      </div>
    </article>
  );
}

function OperatorText({ page, language: wanted }: { page: Page; language: string }) {
  const { t } = useTranslation('legal');
  const query = useQueryWithPrevious(legalQuery(page, wanted));
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-64" />}>
      {({ text, language }) =>
        text === null ? (
          <p>{t('none')}</p>
        ) : (
          <div lang={language ?? undefined}>
            <FormattedText text={text} />
          </div>
        )
      }
    </QueryBoundary>
  );
}

function Places() {
  const query = useQueryWithPrevious(retentionQuery);
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="mt-12 h-64" />}>
      {(times) => <DataPlaces times={times} />}
    </QueryBoundary>
  );
}
