import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Coins from 'lucide-react/icons/coins';
import Crown from 'lucide-react/icons/crown';
import Library from 'lucide-react/icons/library';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { usePricingSearch } from '#product/generation/store/last-kind.ts';
import { type MenuPage, type MenuSection, menuSections, pageTarget } from '#product/navigation/menu.ts';
import { classNames } from '#ui/class-names.ts';
import { Tooltip } from '#ui/icon-button.tsx';

/** The menu, at the left edge from 768 px on. */
export function Sidebar() {
  return (
    <aside className="sticky top-0 z-20 hidden h-dvh w-64 shrink-0 border-r border-line bg-surface transition-[width] duration-200 ease-calm md:block collapsed:w-13">
      <SidebarMenu />
    </aside>
  );
}

function SidebarMenu() {
  const { t } = useTranslation('shell');
  return (
    <nav
      aria-label={t('menu.title')}
      className="rail-tips flex h-full flex-col overflow-x-hidden px-2.5 collapsed:px-2"
    >
      <Link
        to="/"
        className="flex h-12 shrink-0 items-center gap-2.5 rounded-md px-2 text-lg font-semibold collapsed:px-1"
      >
        <Logo />
        <span className="collapsed:sr-only">Atelier</span>
      </Link>
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto [scrollbar-width:none]">
        <Fade side="top" />
        {[...menuSections].map(([section, pages]) => (
          <MenuSectionList key={section} section={section} pages={pages} />
        ))}
        <Fade side="bottom" />
      </div>
      <ul className="shrink-0 border-t border-line pt-1.5 pb-2">
        <SidebarEntry to="/creator/history" icon={<Library size={16} />} label={t('menu.history')} />
        <SidebarEntry
          to="/pricing"
          search={usePricingSearch()}
          icon={<Coins size={16} />}
          label={t('menu.pricing')}
        />
      </ul>
    </nav>
  );
}

// The icons of all pages are no part of what every page begins with; the prerendered page has them already.
const MenuIcon = lazyPrerendered(async () => (await import('./menu-icons.tsx')).MenuIcon);

type MenuSectionListProps = {
  section: MenuSection;
  pages: readonly MenuPage[];
};

/** Heading and entries of a section. In a low window it is folded to its heading, unless it has the current page. */
function MenuSectionList({ section, pages }: MenuSectionListProps) {
  const { t } = useTranslation(['shell', 'kinds']);
  const { pathname } = useLocation();
  const [choice, setChoice] = useState<boolean>();
  const isCurrent = pages.some(({ path }) => pathname.startsWith(`/creator/${path}`));
  const isOpen = choice ?? isCurrent;
  const name = t(`menu.sections.${section}`);
  return (
    <section aria-label={name} className="rail-line">
      <p
        aria-hidden="true"
        className="flex h-6 items-end truncate px-2.5 text-xs text-ink-faint collapsed:hidden fold:hidden"
      >
        {name}
      </p>
      <FoldButton name={name} count={pages.length} isOpen={isOpen} onToggle={() => setChoice(!isOpen)} />
      <ul className={isOpen ? undefined : 'fold:hidden'}>
        {pages.map((page) => (
          <SidebarEntry
            key={page.path}
            {...pageTarget(page.path)}
            icon={
              <Suspense fallback={<svg width={16} height={16} aria-hidden="true" />}>
                <MenuIcon id={page.id} group={page.group} />
              </Suspense>
            }
            label={t([`kinds:kinds.${page.id}.menu`, `kinds:kinds.${page.id}.title`])}
            badge={<Mark page={page} />}
          />
        ))}
      </ul>
    </section>
  );
}

type FoldButtonProps = { name: string; count: number; isOpen: boolean; onToggle: () => void };

/** Heading of a section in a low window, which opens and folds it. */
function FoldButton({ name, count, isOpen, onToggle }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={`${entryClassName} hidden min-h-7.5 w-full fold:flex pointer-coarse:min-h-11`}
    >
      {name}
      {isOpen ? null : <span className="text-ink-faint">{count}</span>}
      <ChevronRight size={14} aria-hidden="true" className={classNames('ml-auto', isOpen && 'rotate-90')} />
    </button>
  );
}

export function Mark({ page: { isNew, isPro } }: { page: MenuPage }) {
  const { t } = useTranslation('shell');
  if (isNew) return <span className="text-xs font-semibold text-accent-text">{t('menu.new')}</span>;
  if (!isPro) return null;
  return (
    <span className="text-ink-faint">
      <Crown size={13} aria-hidden="true" />
      <span className="sr-only">{t('menu.pro')}</span>
    </span>
  );
}

/** Fade at an edge of the list behind which there is more of it. */
function Fade({ side }: { side: 'top' | 'bottom' }) {
  return <div aria-hidden="true" className={side === 'top' ? 'fade-top' : 'fade-bottom'} />;
}

export const entryClassName =
  'relative flex items-center gap-2.5 rounded-md px-2.5 text-sm text-ink-soft transition-colors duration-150 ' +
  'hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink ' +
  'aria-[current=page]:[&>svg]:text-accent-text';

type SidebarEntryProps = Pick<LinkProps, 'to' | 'params' | 'search'> & {
  icon?: ReactNode;
  label: string;
  badge?: ReactNode;
};

/** A link of the menu; in the collapsed sidebar its icon, with the label as a tooltip. */
function SidebarEntry({ icon, label, badge, ...target }: SidebarEntryProps) {
  return (
    <li>
      <Link
        {...target}
        activeProps={{ 'aria-current': 'page' }}
        className={`${entryClassName} min-h-6 high:min-h-8 pointer-coarse:min-h-11`}
      >
        {icon}
        <span title={label} className="min-w-0 flex-1 truncate collapsed:sr-only">
          {label}
        </span>
        <span className="shrink-0 collapsed:hidden">{badge}</span>
        <span className="hidden collapsed:contents">
          <Tooltip text={label} side="rail" />
        </span>
      </Link>
    </li>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <g stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 23 15 8.6a1.1 1.1 0 0 1 2 0L23.5 23" fill="none" strokeWidth="2.6" />
        <path d="m14 17.6 5 2.7-5 2.7z" fill="#fff" strokeWidth="1.2" />
      </g>
    </svg>
  );
}
