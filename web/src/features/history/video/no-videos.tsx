import { Link } from '@tanstack/react-router';
import Film from 'lucide-react/icons/film';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '#ui/button-look.ts';
import { NothingHere } from '../history-empty-state.tsx';
import type { HistoryView } from '../history-search.ts';

type NoVideosProps = { view: HistoryView; onView: (view: HistoryView) => void };

export function NoVideos({ view, onView }: NoVideosProps) {
  const { t } = useTranslation('history');
  return (
    <NothingHere
      type="video"
      {...view}
      onShowAll={() => onView({ search: '', page: 1 })}
      picture={<Film size={32} strokeWidth={1.5} />}
      formLink={
        <Link to="/creator/video/$type" params={{ type: 'text-to-video' }} className={buttonLook('primary')}>
          {t('types.video.empty.action')}
        </Link>
      }
    />
  );
}
