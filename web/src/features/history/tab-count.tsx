import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { fetchLibraryFacets } from '#product/api/library.ts';
import { findMedium, type LibraryType } from './filters/library-view.ts';

/** How many generations of a tab match what is being searched for. */
export function TabCount({ tab, search }: { tab: LibraryType; search: string | undefined }) {
  const { t } = useTranslation('history');
  const { data } = useQuery(
    {
      queryKey: ['history', 'counts', search],
      queryFn: ({ signal }) => fetchLibraryFacets({ search }, signal),
      placeholderData: (known) => known,
    },
    queryClient,
  );
  const medium = findMedium(tab);
  return (
    <span className="text-sm font-normal text-ink-faint tabular-nums">
      {data ? t('nav.count', { count: medium ? data.media[medium] : data.total }) : null}
    </span>
  );
}
