import type { UserInfo } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Coins from 'lucide-react/icons/coins';
import Languages from 'lucide-react/icons/languages';
import PanelLeft from 'lucide-react/icons/panel-left';
import Search from 'lucide-react/icons/search';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { commandKey } from '#lib/command-key.ts';
import { formatCredits } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { useSidebar } from './sidebar-context.tsx';

export function Header() {
  const { t } = useTranslation('shell');
  const { isCollapsed, toggle } = useSidebar();
  return (
    <header className="sticky top-0 z-10 flex h-(--header-height) items-center gap-1 border-b border-line bg-canvas/85 px-2 [backdrop-filter:blur(0.75rem)] sm:gap-2 sm:px-4">
      <IconButton
        label={t('menu.toggle')}
        aria-expanded={!isCollapsed}
        onClick={toggle}
        className="hidden! md:inline-grid!"
      >
        <PanelLeft size={18} aria-hidden="true" />
      </IconButton>
      <Breadcrumb />
      <SearchButton />
      <HeaderTools />
    </header>
  );
}

/** End of every header: the tray, the balance, language and theme, the account. On a phone most are in its bar. */
export function HeaderTools() {
  const account = useAccount();
  return (
    <div className="flex shrink-0 items-center gap-0.5 sm:gap-1">
      {account.info ? (
        <div className="hidden md:block">
          <Suspense fallback={<div className="size-10" />}>
            <Tray />
          </Suspense>
        </div>
      ) : null}
      {account.info ? <Balance credits={account.info.credits} /> : null}
      <div className="hidden md:block">
        <DisplayMenu />
      </div>
      <div className={account.info ? 'hidden md:block' : undefined}>
        <AccountMenu account={account} />
      </div>
    </div>
  );
}

function SearchButton() {
  const { t } = useTranslation('shell');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openDialog({ name: 'jump' })}
      className="ml-auto flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 text-sm text-ink-faint transition-colors duration-150 hover:bg-hover hover:text-ink md:min-h-9 md:bg-raised"
    >
      <Search size={16} aria-hidden="true" />
      <span className="max-md:sr-only">{t('search')}</span>
      <span aria-hidden="true" className="hidden pl-6 text-xs lg:block pointer-coarse:hidden">
        {commandKey()} K
      </span>
    </button>
  );
}

/** The credits left, and those held by running generations. */
function Balance({ credits }: { credits: UserInfo['credits'] }) {
  const { t, i18n } = useTranslation('shell');
  const left = formatCredits(credits.left_credits, i18n.language);
  const held = formatCredits(credits.held_credits, i18n.language);
  const label =
    credits.held_credits > 0 ? t('balance.leftAndHeld', { left, held }) : t('balance.left', { left });
  return (
    <Link
      to="/credits"
      className="relative flex min-h-10 items-center gap-1.5 rounded-md px-2 text-sm font-medium tabular-nums hover:bg-hover"
    >
      <span className="sr-only">{label}</span>
      <Coins size={16} aria-hidden="true" className="text-ink-faint" />
      <span aria-hidden="true">{left}</span>
      {credits.held_credits > 0 ? (
        <span aria-hidden="true" className="hidden text-ink-faint sm:inline">
          {t('balance.held', { held })}
        </span>
      ) : null}
    </Link>
  );
}

function DisplayMenu() {
  const { t } = useTranslation('shell');
  return (
    <Menu
      label={t('display.title')}
      icon={<Languages size={18} aria-hidden="true" />}
      tooltipSide="below-end"
    >
      <Suspense fallback={null}>
        <DisplayMenuItems />
      </Suspense>
    </Menu>
  );
}

/** Loads after the page, like the account's items. */
const loadDisplayMenuItems = () => import('./display-menu-items.tsx');
const DisplayMenuItems = lazyPart(async () => (await loadDisplayMenuItems()).DisplayMenuItems);

/** Only users have one, who are known after the first render. */
const Tray = lazyPart(async () => (await import('./tray.tsx')).Tray);
