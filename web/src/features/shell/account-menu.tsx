import CircleUser from 'lucide-react/icons/circle-user';
import Code from 'lucide-react/icons/code';
import Coins from 'lucide-react/icons/coins';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import MonitorX from 'lucide-react/icons/monitor-x';
import ShieldUser from 'lucide-react/icons/shield-user';
import { useTranslation } from 'react-i18next';
import type { Account } from '#product/account/use-account.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { endSession } from './end-session.ts';
import { MenuLink } from './menu-link.tsx';

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation('shell');
  if (account.status === 'loading') return <span className="w-10" />;
  if (account.status === 'anonymous') {
    return (
      <Button size="sm" look="primary" className="ml-1" onClick={() => openDialog({ name: 'sign-in' })}>
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
