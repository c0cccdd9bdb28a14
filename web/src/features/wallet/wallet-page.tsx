import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { useAccount } from '#product/account/use-account.ts';
import { usePageTitle } from '#product/page-title.ts';
import { buttonLook } from '#ui/button-look.ts';
import { WalletContent } from './wallet-content.tsx';
import type { WalletPageProps } from './wallet-search.ts';
import { WalletSkeleton } from './wallet-skeleton.tsx';

/** `/credits`: what a user has and where it went. Filters, page and open dialog stand in the address. */
export function WalletPage(props: WalletPageProps) {
  const { t } = useTranslation('wallet');
  usePageTitle(t('title'));
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <Link to="/pricing" className={buttonLook('primary', 'md')}>
          {t('buy')}
        </Link>
      </div>
      {account.status === 'anonymous' ? (
        <SignInInvitation
          title={t('signIn.title')}
          text={t('signIn.text')}
          action={t('signIn.action')}
          leaving={t('signIn.leaving')}
        />
      ) : null}
      {account.status === 'loading' ? <WalletSkeleton /> : null}
      {account.info ? <WalletContent {...props} revision={account.info.credits.revision} /> : null}
    </div>
  );
}
