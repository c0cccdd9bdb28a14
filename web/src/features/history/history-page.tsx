import { Link } from '@tanstack/react-router';
import { Suspense, use, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { historyTypes } from '#lib/navigation/menu.ts';
import { useAccount } from '#product/account/account-store.ts';
import { usePageTitle } from '#product/page-title.ts';
import type { HistoryContentProps, LazyHistory, ViewProps } from './history-medium.ts';
import type { HistoryView } from './history-search.ts';
import { HistorySearchBox } from './history-search-box.tsx';
import { HistorySignIn } from './history-sign-in.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

type HistoryPageProps<View> = HistoryContentProps<View> & { history: LazyHistory<View> };

/**
 * The page of any history: title, search box and skeleton at once, while what reads and renders the rows is still
 * being fetched. The view is in the URL, not in here.
 */
export function HistoryPage<View extends HistoryView>({ history, ...props }: HistoryPageProps<View>) {
  const { type } = history;
  const { view, onView } = props;
  const { t } = useTranslation('history');
  const title = t(`types.${type}.title`);
  usePageTitle(title);
  const account = useAccount();
  const search = useCallback((text: string) => onView({ ...view, search: text, page: 1 }), [view, onView]);
  const skeleton = <HistorySkeleton type={type} isGrid={view.viewMode === 'grid'} />;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pb-16 md:px-6">
      <HistoryNav />
      <h1 className="px-3 pt-4 text-2xl font-semibold tracking-tight">{title}</h1>
      {account.status === 'anonymous' ? <HistorySignIn type={type} /> : null}
      {account.status === 'loading' ? skeleton : null}
      {account.status === 'signed-in' ? (
        <>
          <div className="sticky top-(--header-height) z-20 -mx-4 flex items-center gap-2 bg-canvas/90 px-7 py-3 [backdrop-filter:blur(0.5rem)] md:-mx-6 md:px-9">
            <div className="min-w-0 flex-1">
              <HistorySearchBox type={type} value={view.search} onSearch={search} />
            </div>
            <Suspense fallback={null}>
              <Tools history={history} view={view} onView={onView} />
            </Suspense>
          </div>
          <Suspense fallback={skeleton}>
            <Content history={history} {...props} />
          </Suspense>
        </>
      ) : null}
    </div>
  );
}

/** Links to all histories, on each of their pages. */
function HistoryNav() {
  const { t } = useTranslation('history');
  return (
    <nav aria-label={t('nav.label')} className="-mx-1 flex gap-1 overflow-x-auto px-1 pt-4">
      {historyTypes.map((type) => (
        <Link
          key={type}
          to="/creator/history/$type"
          params={{ type }}
          activeProps={{ 'aria-current': 'page' }}
          className={
            'flex min-h-9 shrink-0 items-center rounded-md px-3 text-sm font-medium text-ink-soft transition-colors duration-150 ' +
            'hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink'
          }
        >
          {t(`nav.${type}`)}
        </Link>
      ))}
    </nav>
  );
}

function Tools<View>({ history, ...props }: ViewProps<View> & { history: LazyHistory<View> }) {
  return use(history.load()).renderTools(props);
}

function Content<View>({ history, ...props }: HistoryPageProps<View>) {
  return use(history.load()).renderContent(props);
}
