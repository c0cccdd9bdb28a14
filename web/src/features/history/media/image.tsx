import { useQuery } from '@tanstack/react-query';
import Image from 'lucide-react/icons/image';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import { historyKey } from '../history-rows.ts';
import { fetchImageStats, listLibrary } from '../library-query.ts';
import { ImageRow } from './image-row.tsx';

export const imageHistory = defineHistoryMedium({
  type: 'image',
  medium: 'image',
  list: (view, signal) => listLibrary('image', view, signal),
  empty: { Icon: Image, path: 'image/text-to-image' },
  Stats: ImageStats,
  Row: ImageRow,
});

/** What the user has made and spent in total, whatever the filters. */
function ImageStats() {
  const { t } = useTranslation('library');
  const { data: stats } = useQuery(
    { queryKey: [...historyKey('image'), 'stats'], queryFn: fetchImageStats },
    queryClient,
  );
  if (!stats) return null;
  return (
    <ul
      aria-label={t('stats.label')}
      className="flex flex-wrap gap-x-3 px-3 pt-2 text-sm text-ink-faint tabular-nums sm:ml-auto"
    >
      <li>{t('stats.generated', { count: stats.totalGenerated })}</li>
      <li>{t('stats.credits', { count: stats.totalCreditsUsed })}</li>
      <li>{t('stats.favorites', { count: stats.favoriteCount })}</li>
    </ul>
  );
}
