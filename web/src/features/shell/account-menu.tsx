import { Link } from '@tanstack/react-router';
import CircleUser from 'lucide-react/icons/circle-user';
import Code from 'lucide-react/icons/code';
import Coins from 'lucide-react/icons/coins';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import MonitorX from 'lucide-react/icons/monitor-x';
import ShieldUser from 'lucide-react/icons/shield-user';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '#lib/api/account.ts';
import { clearDrafts } from '#lib/drafts.ts';
import type { Account } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuHeading, MenuItem, menuItemClassName } from '#ui/menu.tsx';

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation('shell');
  if (account.status === 'loading') return <span className="w-10" />;
  if (account.status === 'anonymous') {
    return (
      <Button size="sm" variant="primary" className="ml-1" onClick={() => openDialog({ name: 'sign-in' })}>
        {t('account.signIn')}
      </Button>
    );
  }
  return (
    <Menu label={t('account.menu')} icon={<CircleUser size={20} aria-hidden="true" />}>
      <MenuHeading text={account.info.user.email} />
      <MenuLink to="/credits" icon={<Coins size={16} />}>
        {t('menu.credits')}
      </MenuLink>
      <MenuLink to="/developers" icon={<Code size={16} />}>
        {t('menu.developers')}
      </MenuLink>
      {account.info.user.is_admin ? (
        <MenuLink to="/admin" icon={<ShieldUser size={16} />}>
          {t('menu.admin')}
        </MenuLink>
      ) : null}
      <MenuItem icon={<Keyboard size={16} />} onSelect={() => openDialog({ name: 'shortcuts' })}>
        {t('shortcuts.title')}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} />} onSelect={() => void endSession({ everywhere: false })}>
        {t('account.signOut')}
      </MenuItem>
      <MenuItem icon={<MonitorX size={16} />} onSelect={() => void endSession({ everywhere: true })}>
        {t('account.signOutEverywhere')}
      </MenuItem>
    </Menu>
  );
}

type MenuLinkProps = { to: '/credits' | '/developers' | '/admin'; icon: ReactNode; children: ReactNode };

/** A menu item that opens a page; a link, so that it can be opened in a new tab. */
function MenuLink({ to, icon, children }: MenuLinkProps) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={menuItemClassName}>
      <span aria-hidden="true" className="grid size-4 place-items-center">
        {icon}
      </span>
      {children}
    </Link>
  );
}

/** Signs out and reloads, so that nothing of the user stays in memory or in the browser's storage. */
async function endSession(options: { everywhere: boolean }): Promise<void> {
  try {
    await signOut(options);
  } catch (error) {
    showErrorToast(error);
    return;
  }
  clearDrafts();
  window.location.assign('/');
}
