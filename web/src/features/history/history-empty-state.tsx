import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

type NothingHereProps = {
  type: HistoryType;
  /** What was searched for; empty for everything. */
  search: string;
  isFiltered?: boolean;
  page: number;
  onShowAll: () => void;
  picture: ReactNode;
  /** Leads to the form, for a history that is still empty. */
  formLink: ReactNode;
};

/** No rows: an own history leads to the form, a search or a page too far back to the whole list. */
export function NothingHere(props: NothingHereProps) {
  const { type, search, isFiltered = false, page, onShowAll, picture, formLink } = props;
  const { t } = useTranslation('history');
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
  return (
    <EmptyState picture={picture} title={t(`types.${type}.empty.title`)} text={t(`types.${type}.empty.body`)}>
      {formLink}
    </EmptyState>
  );
}
