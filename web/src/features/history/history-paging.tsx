import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '#ui/button-look.ts';
import type { HistorySearch } from './history-search.ts';

type HistoryPagingProps = {
  page: number;
  totalPages: number;
  /** What stands in the address of a page. */
  searchOfPage: (page: number) => HistorySearch;
};

/** Links to the pages before and after; they are links, so that a page can be opened in a new tab. */
export function HistoryPaging({ page, totalPages, searchOfPage }: HistoryPagingProps) {
  const { t } = useTranslation('history');
  if (totalPages <= 1) return null;
  const step = (target: number, isPossible: boolean, children: ReactNode) => (
    <Link
      to="."
      search={searchOfPage(target)}
      disabled={!isPossible}
      className={buttonLook('secondary', 'md', isPossible ? undefined : 'pointer-events-none opacity-40')}
    >
      {children}
    </Link>
  );
  return (
    <nav aria-label={t('paging.label')} className="flex items-center justify-center gap-3 pt-6 pb-4">
      {step(
        page - 1,
        page > 1,
        <>
          <ChevronLeft size={18} aria-hidden="true" />
          {t('paging.previous')}
        </>,
      )}
      <p className="text-sm text-ink-soft tabular-nums">
        {t('paging.position', { page, total: totalPages })}
      </p>
      {step(
        page + 1,
        page < totalPages,
        <>
          {t('paging.next')}
          <ChevronRight size={18} aria-hidden="true" />
        </>,
      )}
    </nav>
  );
}
