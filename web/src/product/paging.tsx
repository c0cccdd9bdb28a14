import { Link, Navigate } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#ui/button.tsx';

type PagingProps<Search> = {
  page: number;
  /** The page that the shown reply is of: another one while the next is loading. */
  shownPage: number;
  totalPages: number;
  /** The search params of the same route on another page. */
  searchOfPage: (page: number) => Search;
  /** Pages a section below other content: smaller, and the scroll position is kept. */
  isSection?: boolean;
};

/**
 * Links to the previous and the next page; links, so that a page can be opened in a new tab. A page beyond the last one,
 * such as after a deletion or from an old address, becomes the last one.
 */
export function Paging<Search extends { page?: number }>({
  page,
  shownPage,
  totalPages,
  searchOfPage,
  isSection = false,
}: PagingProps<Search>) {
  const { t } = useTranslation('shell');
  const lastPage = Math.max(totalPages, 1);
  if (page === shownPage && page > lastPage)
    return <Navigate to="." search={searchOfPage(lastPage)} replace resetScroll={false} />;
  if (totalPages <= 1) return null;
  const iconSize = isSection ? 16 : 18;
  return (
    <nav
      aria-label={t('paging.label')}
      className={`flex items-center justify-center gap-3 ${isSection ? 'pt-4' : 'pt-6 pb-4'}`}
    >
      {step('previous', page - 1, page > 1)}
      <p className="text-sm text-ink-soft tabular-nums">
        {t('paging.position', { page, total: totalPages })}
      </p>
      {step('next', page + 1, page < totalPages)}
    </nav>
  );

  function step(name: 'previous' | 'next', target: number, isPossible: boolean) {
    return (
      <Link
        to="."
        search={searchOfPage(target)}
        resetScroll={!isSection}
        disabled={!isPossible}
        className={buttonVariants(
          'secondary',
          isSection ? 'sm' : 'md',
          isPossible ? undefined : 'pointer-events-none opacity-40',
        )}
      >
        {name === 'previous' ? <ChevronLeft size={iconSize} aria-hidden="true" /> : null}
        {t(`paging.${name}`)}
        {name === 'next' ? <ChevronRight size={iconSize} aria-hidden="true" /> : null}
      </Link>
    );
  }
}
