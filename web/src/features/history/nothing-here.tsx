import { Link } from '@tanstack/react-router';
import Film from 'lucide-react/icons/film';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { HistoryView } from './history-search.ts';

type NothingHereProps = { view: HistoryView; onView: (view: HistoryView) => void };

/** No rows: an own history leads to the form, a search or a page too far back to the whole list. */
export function NothingHere({ view, onView }: NothingHereProps) {
  const { t } = useTranslation('history');
  if (view.search !== '' || view.page > 1) {
    const key = view.search === '' ? 'noSuchPage' : 'nothingFound';
    return (
      <EmptyState
        picture={<SearchX size={32} strokeWidth={1.5} />}
        title={t(`${key}.title`, { search: view.search })}
        text={t(`${key}.body`)}
      >
        <Button onClick={() => onView({ search: '', page: 1 })}>{t(`${key}.action`)}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture={<Film size={32} strokeWidth={1.5} />}
      title={t('empty.title')}
      text={t('empty.body')}
    >
      <Link to="/creator/video/$type" params={{ type: 'text-to-video' }} className={buttonLook('primary')}>
        {t('empty.action')}
      </Link>
    </EmptyState>
  );
}
