import { Link } from '@tanstack/react-router';
import AudioLines from 'lucide-react/icons/audio-lines';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '#ui/button-look.ts';
import { NothingHere } from '../history-empty-state.tsx';
import type { HistoryView } from '../history-search.ts';

type NoSoundsProps = { view: HistoryView; onView: (view: HistoryView) => void };

export function NoSounds({ view, onView }: NoSoundsProps) {
  const { t } = useTranslation('history');
  return (
    <NothingHere
      type="audio"
      {...view}
      onShowAll={() => onView({ search: '', page: 1 })}
      picture={<AudioLines size={32} strokeWidth={1.5} />}
      formLink={
        <Link to="/creator/video-to-audio" className={buttonLook('primary')}>
          {t('types.audio.empty.action')}
        </Link>
      }
    />
  );
}
