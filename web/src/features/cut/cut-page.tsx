import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { CutSearch } from './use-bench.ts';

const Bench = lazyPart(async () => (await import('./bench.tsx')).Bench);

/** The cutting bench: videos of the user's own are cut and joined in the browser, and rendered for free. */
export function CutPage({ search }: { search: CutSearch }) {
  const { t } = useTranslation('cut');
  usePageTitle(t('title'));
  const { status, info } = useAccount();
  return (
    <div className="mx-auto flex w-full max-w-7xl grow flex-col px-4 md:px-6">
      <h1 className="pt-4 text-xl font-semibold max-md:sr-only">{t('title')}</h1>
      {status === 'signed-in' ? (
        <Suspense fallback={<BenchSkeleton />}>
          <Bench key={info.user.id} search={search} skeleton={<BenchSkeleton />} />
        </Suspense>
      ) : null}
      {status === 'loading' ? <BenchSkeleton /> : null}
      {status === 'anonymous' ? (
        <SignInInvitation
          title={t('signIn.title')}
          text={t('signIn.text')}
          action={t('signIn.action')}
          leaving={t('signIn.leaving')}
        />
      ) : null}
    </div>
  );
}

function BenchSkeleton() {
  return (
    <div className="mt-4 grid gap-6 lg:grid-cols-[3fr_2fr]">
      <Skeleton className="aspect-video rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
