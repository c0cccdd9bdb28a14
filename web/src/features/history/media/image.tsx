import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { fetchImageStats, listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import { historyKey } from '../history-key.ts';

export const imageHistory = defineHistoryMedium({
  type: 'image',
  medium: 'image',
  list: (view, signal) => listLibrary('image', view, signal, 20),
  choices: ['mode', 'size'],
  empty: { Icon: mediumIcons.image, path: 'image/text-to-image' },
  Stats: ImageStats,
});

/** The credits of all of the user's images, whatever the filters. */
function ImageStats() {
  const { t } = useTranslation('library');
  const { data: stats } = useQuery(
    { queryKey: [...historyKey('image'), 'stats'], queryFn: fetchImageStats },
    queryClient,
  );
  return (
    <p className="min-h-5 w-full px-3 text-sm text-ink-faint tabular-nums sm:ml-auto sm:w-auto">
      {stats ? t('stats.credits', { count: stats.totalCreditsUsed }) : null}
    </p>
  );
}
