import CircleUser from 'lucide-react/icons/circle-user';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { type Account, accountFailure, refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation('shell');
  const hasFailed = useStore(accountFailure);
  if (account.status === 'loading') {
    return hasFailed ? (
      <Button size="sm" className="ml-1" onClick={() => void refreshAccount()}>
        {t('retry')}
      </Button>
    ) : (
      <span className="w-10" />
    );
  }
  if (account.status === 'anonymous') {
    return (
      <Button size="sm" variant="primary" className="ml-1" onClick={() => openDialog({ name: 'sign-in' })}>
        {t('account.signIn')}
      </Button>
    );
  }
  // The space keeps the tooltip of the button before it inside of the window.
  if (account.status === 'closed') return <span className="w-10" />;
  return (
    <Menu label={t('account.menu')} icon={<CircleUser size={20} aria-hidden="true" />}>
      <Suspense fallback={null}>
        <AccountMenuItems user={account.info.user} />
      </Suspense>
    </Menu>
  );
}

/** Loads after the page, because the menu is on every page and seldom opened. */
const AccountMenuItems = lazyPart(async () => (await import('./account-menu-items.tsx')).AccountMenuItems);
