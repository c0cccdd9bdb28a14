import type { UserInfo } from '@atelier/contract';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import Activity from 'lucide-react/icons/activity';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Code from 'lucide-react/icons/code';
import Coins from 'lucide-react/icons/coins';
import Film from 'lucide-react/icons/film';
import Folders from 'lucide-react/icons/folders';
import House from 'lucide-react/icons/house';
import Keyboard from 'lucide-react/icons/keyboard';
import Layers from 'lucide-react/icons/layers';
import LogOut from 'lucide-react/icons/log-out';
import MonitorX from 'lucide-react/icons/monitor-x';
import ShieldUser from 'lucide-react/icons/shield-user';
import Tag from 'lucide-react/icons/tag';
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
      {listAccountLinks(user)
        .filter(({ isInMenu }) => isInMenu !== false)
        .map(({ label, icon, target }) => (
          <Link key={label} {...target} role="menuitem" tabIndex={-1} className={menuItemClassName}>
            <span aria-hidden="true" className="grid size-4 place-items-center">
              {icon}
            </span>
            {t(`menu.${label}`)}
          </Link>
        ))}
      {window.matchMedia('(pointer: coarse)').matches ? null : (
        <MenuItem icon={<Keyboard size={16} />} onSelect={() => openDialog({ name: 'shortcuts' })}>
          {t('shortcuts.title')}
        </MenuItem>
      )}
      {signOuts.map(({ label, icon, run }) => (
        <MenuItem key={label} icon={icon} onSelect={run}>
          {t(`account.${label}`)}
        </MenuItem>
      ))}
    </>
  );
}

type AccountLink = {
  label:
    | 'pricing'
    | 'credits'
    | 'account'
    | 'projects'
    | 'batches'
    | 'shots'
    | 'trash'
    | 'developers'
    | 'admin'
    | 'help'
    | 'status'
    | 'home';
  icon: ReactNode;
  target: LinkProps;
  /** Card of the page of a phone in which it is. */
  card: 'money' | 'works' | 'account' | 'site';
  /** Left out of the menu, where a wider window has it elsewhere. */
  isInMenu?: false;
};

/**
 * Pages of an account; for visitors those that are open to everyone. A page is a link, so that it can be opened in a new
 * tab.
 */
export function listAccountLinks(user: Pick<UserInfo['user'], 'is_admin'> | undefined): AccountLink[] {
  const own: AccountLink[] = [
    { label: 'credits', icon: <Coins size={16} />, target: linkOptions({ to: '/credits' }), card: 'money' },
    {
      label: 'account',
      icon: <UserCog size={16} />,
      target: linkOptions({ to: '/account' }),
      card: 'account',
    },
    ...listWorkLinks(),
  ];
  const admin: AccountLink = {
    label: 'admin',
    icon: <ShieldUser size={16} />,
    target: linkOptions({ to: '/admin' }),
    card: 'account',
  };
  return [
    {
      label: 'pricing',
      icon: <Tag size={16} />,
      target: linkOptions({ to: '/pricing' }),
      card: 'money',
      isInMenu: false,
    },
    ...(user ? own : []),
    {
      label: 'developers',
      icon: <Code size={16} />,
      target: linkOptions({ to: '/developers' }),
      card: 'account',
    },
    ...(user?.is_admin ? [admin] : []),
    {
      label: 'help',
      icon: <CircleQuestionMark size={16} />,
      target: linkOptions({ to: '/help/{-$page}', params: { page: undefined } }),
      card: 'site',
    },
    {
      label: 'status',
      icon: <Activity size={16} />,
      target: linkOptions({ to: '/status' }),
      card: 'site',
      isInMenu: false,
    },
    {
      label: 'home',
      icon: <House size={16} />,
      target: linkOptions({ to: '/' }),
      card: 'site',
      isInMenu: false,
    },
  ];
}

/** Pages of what a user has made. */
function listWorkLinks(): AccountLink[] {
  return [
    {
      label: 'projects',
      icon: <Folders size={16} />,
      target: linkOptions({ to: '/creator/projects' }),
      card: 'works',
    },
    // The link would lead to the batch that is open if it did not clear the parameter.
    {
      label: 'batches',
      icon: <Layers size={16} />,
      target: linkOptions({ to: '/creator/batches/{-$id}', params: { id: undefined } }),
      card: 'works',
    },
    {
      label: 'shots',
      icon: <Film size={16} />,
      target: linkOptions({ to: '/creator/shots' }),
      card: 'works',
    },
    {
      label: 'trash',
      icon: <Trash2 size={16} />,
      target: linkOptions({ to: '/creator/trash' }),
      card: 'works',
    },
  ];
}

/** Ways to sign out. */
export const signOuts = [
  { label: 'signOut', icon: <LogOut size={16} />, run: () => endSession({ everywhere: false }) },
  { label: 'signOutEverywhere', icon: <MonitorX size={16} />, run: () => endSession({ everywhere: true }) },
] as const;

/** Loaded when it is needed: this menu is on every page. */
function endSession(options: { everywhere: boolean }): void {
  withPart(
    () => import('#product/end-session.ts'),
    ({ endSession }) => endSession(options),
    showErrorToast,
  );
}
