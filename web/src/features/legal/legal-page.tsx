import type { LegalPage as Page } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { FormattedText } from '#ui/formatted-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const legalQuery = (page: Page, language: string) => ({
  queryKey: ['legal', page, language],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request('GET /api/legal/{page}', { params: { page }, query: { language }, signal }),
});

/** `/terms` and `/privacy`: what the operator of this site has published. */
export function LegalPage({ page }: { page: Page }) {
  const { t, i18n } = useTranslation(['legal', 'shell']);
  const title = t(`shell:menu.${page}`);
  usePageTitle(title);
  const query = useQueryWithPrevious(legalQuery(page, i18n.language));
  return (
    <article className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-6 text-ink-soft">
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
      </div>
    </article>
  );
}
