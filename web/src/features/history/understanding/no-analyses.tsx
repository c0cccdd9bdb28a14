import { Link } from '@tanstack/react-router';
import ScanSearch from 'lucide-react/icons/scan-search';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '#ui/button-look.ts';
import { NothingHere } from '../history-empty-state.tsx';
import type { HistoryView } from '../history-search.ts';

type NoAnalysesProps = { view: HistoryView; onView: (view: HistoryView) => void };

export function NoAnalyses({ view, onView }: NoAnalysesProps) {
  const { t } = useTranslation('history');
  return (
    <NothingHere
      type="image-understanding"
      {...view}
      onShowAll={() => onView({ search: '', page: 1 })}
      picture={<ScanSearch size={32} strokeWidth={1.5} />}
      formLink={
        <Link to="/creator/image-understanding" className={buttonLook('primary')}>
          {t('types.image-understanding.empty.action')}
        </Link>
      }
    />
  );
}
