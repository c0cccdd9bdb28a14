import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { LockNotice } from '#product/account/lock-notice.tsx';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { Settled } from '#product/settled.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { refreshAccountLists, useLiveAccountLists } from './account-data.ts';
import type { AccountSearch } from './account-search.ts';
import { SecurityEventsSection } from './security-events-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SharedPagesSection } from './shared-pages-section.tsx';
import { TakeOutSection } from './take-out-section.tsx';
import { WhoCard } from './who-card.tsx';

const NoticeSwitch = lazyPart(
  async () => (await import('#product/notifications/notice-switch.tsx')).NoticeSwitch,
);

const CloseAccountSection = lazyPart(
  async () => (await import('./close-account-section.tsx')).CloseAccountSection,
);

const ProgramsSection = lazyPart(async () => {
  const [section] = await Promise.all([import('./programs-section.tsx'), loadMessages('developers')]);
  return section.ProgramsSection;
});

const RecipeSection = lazyPart(async () => (await import('./recipe-section.tsx')).RecipeSection);

/** The sections by the ids of their headings, in the order of the page; the last one has messages of its own. */
const sections = [
  ['who', 'who.title'],
  ['sessions-title', 'sessions.title'],
  ['programs-title', 'programs.title'],
  ['events-title', 'events.title'],
  ['notifications-title', 'notifications.title'],
  ['files-title', 'files.title'],
  ['shares-title', 'shares.title'],
  ['take-out-title', 'takeOut.title'],
  ['close-title', 'closing:section.title'],
] as const;

const columnGap = { columnGap: '2.5rem' };
const listWidth = { flex: '0 0 13rem', top: 'calc(var(--header-height) + 1.5rem)' };

/**
 * `/account`: whose it is, where the user and their programs are signed in, what happened on it, the copy of their data,
 * and its end.
 */
export function AccountPage({ search }: { search: AccountSearch }) {
  const { t } = useTranslation('account');
  usePageTitle(t('title'));
  const account = useAccount();
  useLiveAccountLists();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 md:px-8 lg:flex" style={columnGap}>
      {account.info ? <JumpList /> : null}
      <div className="mx-auto min-w-0 max-w-2xl lg:flex-1">
        <h1 className="flex min-h-10 items-center text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <LockNotice className="mt-3" />
        {account.status === 'anonymous' ? <PageSignIn page="account" /> : null}
        {account.status === 'loading' ? <Skeleton className="mt-3 h-64" /> : null}
        {account.info ? (
          <>
            <WhoCard info={account.info} />
            <Settled skeleton={<Skeleton className="mt-10 h-64" />}>
              <SessionsSection />
              <ProgramsSection />
              <SecurityEventsSection page={search.page ?? 1} />
              <NotificationsSection />
              <RecipeSection />
              <SharedPagesSection />
              <TakeOutSection />
              <CloseAccountSection info={account.info} />
            </Settled>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** Leads to the sections: a list beside them, tabs above them where there is no room; a phone has neither. */
function JumpList() {
  const { t } = useTranslation(['account', 'closing']);
  return (
    <nav
      aria-label={t('account:jump')}
      className="flex gap-1 overflow-x-auto max-md:hidden lg:sticky lg:block lg:self-start"
      style={listWidth}
    >
      {sections.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          className="flex min-h-8 shrink-0 items-center rounded-md px-3 text-sm text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
        >
          {t(title)}
        </a>
      ))}
    </nav>
  );
}

function NotificationsSection() {
  const { t } = useTranslation('account');
  return (
    <section aria-labelledby="notifications-title" className="mt-10">
      <h2 id="notifications-title" className="flex min-h-10 scroll-mt-20 items-center text-lg font-semibold">
        {t('notifications.title')}
      </h2>
      <div className="mt-2">
        <NoticeSwitch onChanged={() => void refreshAccountLists()} />
      </div>
    </section>
  );
}
