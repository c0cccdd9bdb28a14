import type { ImageHistoryReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** What the user has made and spent in all, whatever is filtered. */
export function ImageStats({ stats }: { stats: ImageHistoryReply['stats'] }) {
  const { t } = useTranslation('image-history');
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
