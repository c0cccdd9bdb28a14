import { Link, type LinkProps } from '@tanstack/react-router';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Crown from 'lucide-react/icons/crown';
import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { usePricingSearch } from '#product/generation/store/last-kind.ts';
import { historyTypes, type MenuPage, menuGroups, menuPages, pageTarget } from '#product/navigation/menu.ts';
import { classNames } from '#ui/class-names.ts';
import { Tooltip } from '#ui/icon-button.tsx';
import { Sheet } from '#ui/modal.tsx';
import { useSidebar } from './sidebar-context.tsx';

/** The menu, at the left edge from 768 px on; on narrower screens a sheet. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  const { isSheetOpen, closeSheet } = useSidebar();
  return (
    <>
      <aside className="sticky top-0 z-20 hidden h-dvh w-64 shrink-0 border-r border-line bg-surface transition-[width] duration-200 ease-calm md:block collapsed:w-15">
        <SidebarMenu />
      </aside>
      <Sheet isOpen={isSheetOpen} onClose={closeSheet} title={t('menu.title')} closeLabel={t('close')}>
        <SidebarMenu isInSheet onFollow={closeSheet} />
      </Sheet>
    </>
  );
}

// The icons of all pages are no part of what every page begins with; the prerendered page has them already.
const MenuIcon = lazyPrerendered(async () => (await import('./menu-icons.tsx')).MenuIcon);

type SidebarMenuProps = { isInSheet?: boolean; onFollow?: () => void };

function SidebarMenu({ isInSheet = false, onFollow }: SidebarMenuProps) {
  const { t } = useTranslation(['shell', 'kinds']);
  return (
    <nav
      aria-label={t('menu.title')}
      className="flex h-full flex-col overflow-x-hidden px-3 short:overflow-y-auto"
    >
      <Link
        to="/"
        onClick={onFollow}
        className="flex h-14 shrink-0 items-center gap-2.5 rounded-md px-1.5 font-semibold"
      >
        <Logo />
        <span className={isInSheet ? '' : 'collapsed:sr-only'}>Atelier</span>
      </Link>
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto [scrollbar-width:none] short:flex-none short:overflow-visible">
        <Fade side="top" />
        {isInSheet ? <SearchEntry onFollow={onFollow} /> : null}
        {menuGroups.map((group) => (
          <section key={group} aria-label={t(`menu.${group}`)} className={isInSheet ? '' : railGroup}>
            <p
              title={t(`menu.${group}`)}
              aria-hidden="true"
              className={classNames(
                'truncate px-2.5 pt-2 text-xs text-ink-faint low:pt-1',
                !isInSheet && 'collapsed:hidden',
              )}
            >
              {t(`menu.${group}`)}
            </p>
            <ul>
              {menuPages(group).map((page) => (
                <SidebarEntry
                  key={page.path}
                  {...pageTarget(page.path)}
                  icon={
                    <Suspense fallback={<svg width={18} height={18} aria-hidden="true" />}>
                      <MenuIcon id={page.id} group={group} />
                    </Suspense>
                  }
                  label={t(`kinds:kinds.${page.id}.title`)}
                  badge={findBadge(page)}
                  isInSheet={isInSheet}
                  onFollow={onFollow}
                />
              ))}
            </ul>
          </section>
        ))}
        <Fade side="bottom" />
      </div>
      <ul className="shrink-0 border-t border-line pt-1.5 pb-2">
        <SidebarEntry
          to="/creator/history"
          icon={<History size={18} />}
          label={t('menu.history')}
          isInSheet={isInSheet}
          onFollow={onFollow}
          isExact
        />
        <HistoryLinks isInSheet={isInSheet} onFollow={onFollow} />
        <SidebarEntry
          to="/pricing"
          search={usePricingSearch()}
          icon={<CircleDollarSign size={18} />}
          label={t('menu.pricing')}
          isInSheet={isInSheet}
          onFollow={onFollow}
        />
      </ul>
    </nav>
  );

  function findBadge({ isNew, isPro }: MenuPage) {
    if (isNew) return <span className="text-xs font-semibold text-accent-text">{t('menu.new')}</span>;
    if (!isPro) return undefined;
    return (
      <span className="text-ink-faint">
        <Crown size={14} aria-hidden="true" />
        <span className="sr-only">{t('menu.pro')}</span>
      </span>
    );
  }
}

/** The histories, below their landing page; the collapsed sidebar has room for that page only. */
function HistoryLinks({ isInSheet, onFollow }: Pick<SidebarEntryProps, 'isInSheet' | 'onFollow'>) {
  const { t } = useTranslation('shell');
  return (
    <li className={isInSheet ? undefined : 'collapsed:hidden'}>
      <ul aria-label={t('menu.history')} className="grid grid-cols-2 pl-7">
        {historyTypes.map((type) => (
          <SidebarEntry
            key={type}
            to="/creator/history/$type"
            params={{ type }}
            label={t(`menu.histories.${type}`)}
            isInSheet={isInSheet}
            onFollow={onFollow}
          />
        ))}
      </ul>
    </li>
  );
}

/** The header of a narrow screen has no room for the search. */
function SearchEntry({ onFollow }: Pick<SidebarEntryProps, 'onFollow'>) {
  const { t } = useTranslation('shell');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onFollow?.();
        openDialog({ name: 'jump' });
      }}
      className={`${entryClassName} min-h-11 w-full bg-raised sm:hidden`}
    >
      <Search size={18} />
      {t('search')}
    </button>
  );
}

/** Classes of a group in the rail, where a line replaces its name. */
const railGroup =
  'collapsed:not-first-of-type:mt-1 collapsed:not-first-of-type:border-t collapsed:border-line collapsed:pt-1';

/** Fade at an edge of the list behind which there is more of it. */
function Fade({ side }: { side: 'top' | 'bottom' }) {
  return <div aria-hidden="true" className={side === 'top' ? 'fade-top' : 'fade-bottom'} />;
}

const entryClassName =
  'relative flex items-center gap-3 rounded-md px-2.25 text-sm font-medium text-ink-soft transition-colors duration-150 ' +
  'hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink';
const entryHeight = 'min-h-7.5 low:min-h-6.5 pointer-coarse:min-h-11';

type SidebarEntryProps = Pick<LinkProps, 'to' | 'params' | 'search'> & {
  icon?: ReactNode;
  label: string;
  badge?: ReactNode;
  isInSheet: boolean;
  /** Whether it is current on its own page only, and not on those below it. */
  isExact?: boolean;
  onFollow?: () => void;
};

/** A link of the menu; in the collapsed sidebar its icon, with the label as a tooltip. */
function SidebarEntry({ icon, label, badge, isInSheet, isExact, onFollow, ...target }: SidebarEntryProps) {
  return (
    <li>
      <Link
        {...target}
        onClick={onFollow}
        activeOptions={{ exact: isExact }}
        activeProps={{ 'aria-current': 'page' }}
        className={classNames(entryClassName, isInSheet ? 'min-h-11' : entryHeight)}
      >
        {icon}
        <span
          title={label}
          className={classNames('min-w-0 flex-1 truncate', !isInSheet && 'collapsed:sr-only')}
        >
          {label}
        </span>
        {badge ? (
          <span className={classNames('shrink-0', !isInSheet && 'collapsed:hidden')}>{badge}</span>
        ) : null}
        {isInSheet ? null : (
          <span className="hidden collapsed:contents">
            <Tooltip text={label} side="rail" />
          </span>
        )}
      </Link>
    </li>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <g stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 23 15 8.6a1.1 1.1 0 0 1 2 0L23.5 23" fill="none" strokeWidth="2.6" />
        <path d="m14 17.6 5 2.7-5 2.7z" fill="#fff" strokeWidth="1.2" />
      </g>
    </svg>
  );
}
