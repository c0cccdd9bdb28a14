import type { UserInfo } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Code from 'lucide-react/icons/code';
import Coins from 'lucide-react/icons/coins';
import Folders from 'lucide-react/icons/folders';
import Keyboard from 'lucide-react/icons/keyboard';
import Layers from 'lucide-react/icons/layers';
import LogOut from 'lucide-react/icons/log-out';
import MonitorX from 'lucide-react/icons/monitor-x';
import ShieldUser from 'lucide-react/icons/shield-user';
import Trash2 from 'lucide-react/icons/trash-2';
import UserCog from 'lucide-react/icons/user-cog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withPart } from '#lib/parts/lazy-part.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { MenuHeading, MenuItem, menuItemClassName } from '#ui/menu-item.tsx';

export function AccountMenuItems({ user }: { user: UserInfo['user'] }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <MenuHeading text={user.email} />
      <MenuLink to="/credits" icon={<Coins size={16} />}>
        {t('menu.credits')}
      </MenuLink>
      <MenuLink to="/account" icon={<UserCog size={16} />}>
        {t('menu.account')}
      </MenuLink>
      <MenuLink to="/creator/projects" icon={<Folders size={16} />}>
        {t('menu.projects')}
      </MenuLink>
      {/* Without the parameter it would lead to the batch that is open. */}
      <Link to="/creator/batches/{-$id}" params={{ id: undefined }} {...menuLink}>
        <MenuIcon icon={<Layers size={16} />} />
        {t('menu.batches')}
      </Link>
      <MenuLink to="/creator/trash" icon={<Trash2 size={16} />}>
        {t('menu.trash')}
      </MenuLink>
      <MenuLink to="/developers" icon={<Code size={16} />}>
        {t('menu.developers')}
      </MenuLink>
      {user.is_admin ? (
        <MenuLink to="/admin" icon={<ShieldUser size={16} />}>
          {t('menu.admin')}
        </MenuLink>
      ) : null}
      <Link to="/help/{-$page}" params={{ page: undefined }} {...menuLink}>
        <MenuIcon icon={<CircleQuestionMark size={16} />} />
        {t('menu.help')}
      </Link>
      {window.matchMedia('(pointer: coarse)').matches ? null : (
        <MenuItem icon={<Keyboard size={16} />} onSelect={() => openDialog({ name: 'shortcuts' })}>
          {t('shortcuts.title')}
        </MenuItem>
      )}
      <MenuItem icon={<LogOut size={16} />} onSelect={() => endSession({ everywhere: false })}>
        {t('account.signOut')}
      </MenuItem>
      <MenuItem icon={<MonitorX size={16} />} onSelect={() => endSession({ everywhere: true })}>
        {t('account.signOutEverywhere')}
      </MenuItem>
    </>
  );
}

/** Loaded when it is needed: this menu is on every page. */
function endSession(options: { everywhere: boolean }): void {
  withPart(
    () => import('#product/end-session.ts'),
    ({ endSession }) => endSession(options),
    showErrorToast,
  );
}

const menuLink = { role: 'menuitem', tabIndex: -1, className: menuItemClassName } as const;

type MenuLinkProps = {
  to: '/credits' | '/account' | '/creator/projects' | '/creator/trash' | '/developers' | '/admin';
  icon: ReactNode;
  children: ReactNode;
};

/** A menu item that opens a page; a link, so that it can be opened in a new tab. */
function MenuLink({ to, icon, children }: MenuLinkProps) {
  return (
    <Link to={to} {...menuLink}>
      <MenuIcon icon={icon} />
      {children}
    </Link>
  );
}

function MenuIcon({ icon }: { icon: ReactNode }) {
  return (
    <span aria-hidden="true" className="grid size-4 place-items-center">
      {icon}
    </span>
  );
}
