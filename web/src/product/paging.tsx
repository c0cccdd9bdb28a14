import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '#ui/button-look.ts';

type PagingProps = {
  page: number;
  totalPages: number;
  /** The query of the same address with another page. */
  searchOfPage: (page: number) => { page?: number };
};

/** Links to the pages before and after; links, so that a page can be opened in a new tab. */
export function Paging({ page, totalPages, searchOfPage }: PagingProps) {
  const { t } = useTranslation('ledger');
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={t('paging.label')} className="flex items-center justify-center gap-3 pt-4">
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
        resetScroll={false}
        disabled={!isPossible}
        className={buttonLook('secondary', 'sm', isPossible ? undefined : 'pointer-events-none opacity-40')}
      >
        {name === 'previous' ? <ChevronLeft size={16} aria-hidden="true" /> : null}
        {t(`paging.${name}`)}
        {name === 'next' ? <ChevronRight size={16} aria-hidden="true" /> : null}
      </Link>
    );
  }
}
