import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#lib/account/use-account.ts';
import { usePageTitle } from '#lib/page-title/page-title.ts';
import { HistoryContent, type HistoryContentProps } from './history-content.tsx';
import { HistorySearchBox } from './history-search-box.tsx';
import { HistorySignIn } from './history-sign-in.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

/** `/creator/history/video`. What is searched and which page is shown stand in the address, not here. */
export function VideoHistoryPage(props: HistoryContentProps) {
  const { view, onView } = props;
  const { t } = useTranslation('history');
  usePageTitle(t('title'));
  const account = useAccount();
  const search = useCallback((text: string) => onView({ search: text, page: 1 }), [onView]);
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pb-16 md:px-6">
      <h1 className="px-3 pt-6 text-2xl font-semibold tracking-tight">{t('title')}</h1>
      {account.status === 'anonymous' ? <HistorySignIn /> : null}
      {account.status === 'loading' ? <HistorySkeleton label={t('title')} /> : null}
      {account.status === 'signed-in' ? (
        <>
          <div className="sticky top-(--header-height) z-20 -mx-4 bg-canvas/90 px-7 py-3 backdrop-blur md:-mx-6 md:px-9">
            <HistorySearchBox value={view.search} onSearch={search} />
          </div>
          <HistoryContent {...props} />
        </>
      ) : null}
    </div>
  );
}
