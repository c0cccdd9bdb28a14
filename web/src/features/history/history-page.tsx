import { Link } from '@tanstack/react-router';
import { Suspense, use, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { historyTypes } from '#product/navigation/menu.ts';
import { usePageTitle } from '#product/page-title.ts';
import { classNames } from '#ui/class-names.ts';
import { HistorySearchBox } from './filters/history-search-box.tsx';
import { type LibraryType, type LibraryView, toSearch } from './filters/library-view.ts';
import type { HistoryContentProps, LazyHistory, ViewProps } from './history-medium.ts';
import { HistorySignIn } from './history-sign-in.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

const TabCount = lazyPart(async () => (await import('./tab-count.tsx')).TabCount, { note: 'nowhere' });

type HistoryPageProps = HistoryContentProps & { history: LazyHistory };

/**
 * The library, or a tab of it: title, search box and skeleton at once, while what reads and renders the generations is still
 * being fetched. The view is in the URL, not in here.
 */
export function HistoryPage({ history, ...props }: HistoryPageProps) {
  const { type } = history;
  const { view, onView } = props;
  const { t } = useTranslation('history');
  const title = t(`types.${type}.title`);
  usePageTitle(title);
  const account = useAccount();
  const search = useCallback((text: string) => onView({ ...view, search: text, page: 1 }), [view, onView]);
  const isGrid = view.viewMode === 'grid';
  const skeleton = <HistorySkeleton type={type} isGrid={isGrid} />;
  return (
    <div className="mx-auto w-full px-1 pb-16 md:px-3">
      <h1 className="sr-only">{title}</h1>
      <LibraryTabs type={type} view={view} isSignedIn={account.status === 'signed-in'} />
      {account.status === 'anonymous' ? <HistorySignIn type={type} /> : null}
      {account.status === 'loading' ? skeleton : null}
      {account.status === 'signed-in' ? (
        <>
          <div className="top-(--header-height) z-30 -mx-1 flex items-center gap-2 bg-canvas/90 px-4 py-1 [backdrop-filter:blur(0.5rem)] max-md:flex-wrap md:sticky md:-mx-3 md:px-6">
            <div className="min-w-28 flex-1 md:max-w-96 md:min-w-52">
              <HistorySearchBox type={type} value={view.search} onSearch={search} />
            </div>
            {/* The filters come first on a phone. */}
            <Suspense fallback={<div className="order-first h-11 w-full md:hidden" />}>
              <Tools history={history} view={view} onView={onView} />
            </Suspense>
          </div>
          <Suspense
            fallback={
              <>
                <div className="h-14" />
                {skeleton}
              </>
            }
          >
            <Content history={history} {...props} />
          </Suspense>
        </>
      ) : null}
    </div>
  );
}

type LibraryTabsProps = { type: LibraryType; view: LibraryView; isSignedIn: boolean };

/** The tabs of the library, with how much is in each. */
function LibraryTabs({ type, view, isSignedIn }: LibraryTabsProps) {
  const { t } = useTranslation('history');
  // Sounds and answers begin as a list, so the layout is the tab's own; what is being searched for travels.
  const { search } = toSearch(type, view);
  return (
    // Scrolled as a whole where it does not fit.
    <div className="flex items-end gap-5 overflow-x-auto border-b border-line px-3 pt-2 [scrollbar-width:none]">
      <nav aria-label={t('nav.label')} className="flex shrink-0 grow gap-5">
        {(['all', ...historyTypes] as const).map((tab) => (
          <Link
            key={tab}
            to={tab === 'all' ? '/creator/history' : `/creator/history/${tab}`}
            search={{ search }}
            aria-current={tab === type ? 'page' : undefined}
            activeProps={{ 'aria-current': undefined }}
            className={
              'flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 font-medium transition-colors duration-150 hover:text-ink ' +
              (tab === type ? 'border-accent-text text-ink' : 'border-transparent text-ink-soft')
            }
          >
            {t(`nav.${tab}`)}
            {/* The box is as wide as a count will be, so that no tab moves. */}
            <span className={classNames('min-w-8', tab !== type && 'max-lg:hidden')}>
              <Suspense fallback={null}>
                {isSignedIn ? <TabCount tab={tab} search={search} /> : null}
              </Suspense>
            </span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Tools({ history, ...props }: ViewProps & { history: LazyHistory }) {
  return use(history.load()).renderTools(props);
}

function Content({ history, ...props }: HistoryPageProps) {
  return use(history.load()).renderContent(props);
}
