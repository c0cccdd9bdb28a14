import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { classNames } from '#ui/class-names.ts';
import { fetchImageStats, listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import { historyKey } from '../history-key.ts';
import { ImageRow } from './image-row.tsx';

export const imageHistory = defineHistoryMedium({
  type: 'image',
  medium: 'image',
  list: (view, signal) => listLibrary('image', view, signal, 20),
  choices: ['mode', 'model', 'size', 'status', 'project'],
  empty: { Icon: mediumIcons.image, path: 'image/text-to-image' },
  Stats: ImageStats,
  Row: ImageRow,
});

const none = { totalGenerated: 0, totalCreditsUsed: 0, favoriteCount: 0 };

/** Totals of the user's images and their credits, whatever the filters. */
function ImageStats() {
  const { t } = useTranslation('library');
  const { data: stats } = useQuery(
    { queryKey: [...historyKey('image'), 'stats'], queryFn: fetchImageStats },
    queryClient,
  );
  // Until they are known they keep their place.
  const { totalGenerated, totalCreditsUsed, favoriteCount } = stats ?? none;
  return (
    <ul
      aria-label={t('stats.label')}
      className={classNames(
        // On a phone room for two lines, which larger figures need.
        'flex flex-wrap content-start gap-x-3 px-3 pt-2 text-sm text-ink-faint tabular-nums max-sm:min-h-12 sm:ml-auto',
        !stats && 'invisible',
      )}
    >
      <li>{t('stats.generated', { count: totalGenerated })}</li>
      <li>{t('stats.credits', { count: totalCreditsUsed })}</li>
      <li>{t('stats.favorites', { count: favoriteCount })}</li>
    </ul>
  );
}
