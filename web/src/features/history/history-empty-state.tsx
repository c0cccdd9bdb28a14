import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslation } from 'react-i18next';
import { pageTarget } from '#product/navigation/menu.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { LibraryType, LibraryView } from './filters/library-view.ts';
import type { HistoryIcon } from './history-medium.ts';

type HistoryEmptyStateProps = {
  type: LibraryType;
  view: LibraryView;
  isFiltered: boolean;
  onShowAll: () => void;
  /** Icon of a history without any generations, and the page below /creator that it links to. */
  empty: { Icon: HistoryIcon; path: string };
};

/** No rows: links to the form, or to the whole list after a search, a filter or a page that is too far back. */
export function HistoryEmptyState({ type, view, isFiltered, onShowAll, empty }: HistoryEmptyStateProps) {
  const { t } = useTranslation('history');
  const { search, page } = view;
  if (search !== '' || isFiltered || page > 1) {
    const key = search !== '' ? 'nothingFound' : isFiltered ? 'nothingFits' : 'noSuchPage';
    return (
      <EmptyState
        picture={<SearchX size={32} strokeWidth={1.5} />}
        title={t(`${key}.title`, { search })}
        text={t(`${key}.body`)}
      >
        <Button onClick={onShowAll}>
          {key === 'noSuchPage' ? t('noSuchPage.action') : t(`types.${type}.showAll`)}
        </Button>
      </EmptyState>
    );
  }
  const { Icon, path } = empty;
  return (
    <EmptyState
      picture={<Icon size={32} strokeWidth={1.5} />}
      title={t(`types.${type}.empty.title`)}
      text={t(`types.${type}.empty.body`)}
    >
      <Link {...pageTarget(path)} className={buttonVariants('primary')}>
        {t(`types.${type}.empty.action`)}
      </Link>
    </EmptyState>
  );
}
