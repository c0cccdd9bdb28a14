import PanelLeft from 'lucide-react/icons/panel-left';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/use-account.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Balance } from './balance.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { DisplayMenu } from './display-menu.tsx';
import { JobsTray } from './jobs-tray.tsx';
import { useSidebar } from './sidebar-context.tsx';

export function Header() {
  const { t } = useTranslation('shell');
  const { isCollapsed, toggle } = useSidebar();
  const account = useAccount();
  return (
    <header className="sticky top-0 z-10 flex h-(--header-height) items-center gap-1 border-b border-line bg-canvas/85 px-2 backdrop-blur-md sm:gap-2 sm:px-4">
      <IconButton label={t('menu.toggle')} aria-expanded={!isCollapsed} onClick={toggle}>
        <PanelLeft size={18} aria-hidden="true" />
      </IconButton>
      <Breadcrumb />
      <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-1">
        {account.info ? <JobsTray /> : null}
        {account.info ? <Balance credits={account.info.credits} /> : null}
        <DisplayMenu />
        <AccountMenu account={account} />
      </div>
    </header>
  );
}
