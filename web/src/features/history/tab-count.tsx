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
  if (!data) return null;
  const { video, image, audio, text } = data.media;
  const counts = { all: data.total, video, image, audio, 'image-understanding': text };
  return (
    <span className="text-sm font-normal text-ink-faint tabular-nums">
      {t('nav.count', { count: counts[tab] })}
    </span>
  );
}
