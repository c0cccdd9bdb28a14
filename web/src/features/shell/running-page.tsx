import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { Skeleton } from '#ui/skeleton.tsx';

const TrayList = lazyPart(async () => (await import('./tray-list.tsx')).TrayList);

const stay = () => undefined;

/** The tray as a page, for the bar of a phone. */
export function RunningPage() {
  const { t } = useTranslation(['tray', 'shell']);
  const title = t('shell:menu.running');
  usePageTitle(title);
  const { status, info } = useAccount();
  return (
    <div className="mx-auto w-full max-w-2xl px-2 py-2">
      <h1 className="sr-only">{title}</h1>
      {info ? (
        <Suspense fallback={<Skeleton className="h-14" />}>
          <TrayList onFollow={stay} hasSwitch={false} />
        </Suspense>
      ) : null}
      {status === 'anonymous' ? (
        <SignInInvitation
          title={t('tray:signIn.title')}
          text={t('tray:empty')}
          action={t('shell:account.signIn')}
          leaving={t('tray:signIn.leaving')}
        />
      ) : null}
    </div>
  );
}
