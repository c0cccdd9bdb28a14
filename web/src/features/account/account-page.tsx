import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { LockNotice } from '#product/account/lock-notice.tsx';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { Settled } from '#product/settled.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { refreshAccountLists, useLiveAccountLists } from './account-data.ts';
import type { AccountSearch } from './account-search.ts';
import { CloseAccountSection } from './close-account-section.tsx';
import { SecurityEventsSection } from './security-events-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SharedPagesSection } from './shared-pages-section.tsx';
import { TakeOutSection } from './take-out-section.tsx';

const NoticeSwitch = lazyPart(
  async () => (await import('#product/notifications/notice-switch.tsx')).NoticeSwitch,
);

const RecipeSection = lazyPart(async () => (await import('./recipe-section.tsx')).RecipeSection);

/** `/account`: where the user is signed in, what happened on the account, the copy of their data, and its end. */
export function AccountPage({ search }: { search: AccountSearch }) {
  const { t } = useTranslation('account');
  usePageTitle(t('title'));
  const account = useAccount();
  useLiveAccountLists();
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <h1 className="flex min-h-10 items-center text-2xl font-semibold tracking-tight">{t('title')}</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('lead')}</p>
      <LockNotice className="mt-6 max-w-2xl" />
      {account.status === 'anonymous' ? (
        <SignInInvitation
          title={t('signIn.title')}
          text={t('signIn.text')}
          action={t('signIn.action')}
          leaving={t('signIn.leaving')}
        />
      ) : null}
      {account.status === 'loading' ? <Skeleton className="mt-10 h-64" /> : null}
      {account.info ? (
        <Settled skeleton={<Skeleton className="mt-10 h-64" />}>
          <SessionsSection />
          <section aria-labelledby="notifications-title" className="mt-10">
            <h2 id="notifications-title" className="flex min-h-10 items-center text-lg font-semibold">
              {t('notifications.title')}
            </h2>
            <div className="mt-2 max-w-2xl">
              <NoticeSwitch onChanged={() => void refreshAccountLists()} />
            </div>
          </section>
          <RecipeSection />
          <SharedPagesSection />
          <SecurityEventsSection page={search.page ?? 1} />
          <TakeOutSection />
          <CloseAccountSection info={account.info} />
        </Settled>
      ) : null}
    </div>
  );
}
