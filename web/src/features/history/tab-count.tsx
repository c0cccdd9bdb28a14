import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchLibraryFacets } from '#lib/api/library.ts';
import { queryClient } from '#lib/query-client.ts';
import type { LibraryType } from './library-view.ts';

/** How many records of a tab match what is being searched for. */
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
  const counts = data && { ...data.media, all: data.total, 'image-understanding': data.media.text };
  return (
    <span className="text-sm font-normal text-ink-faint tabular-nums">
      {counts ? t('nav.count', { count: counts[tab] }) : null}
    </span>
  );
}
