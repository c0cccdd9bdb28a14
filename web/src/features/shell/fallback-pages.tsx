import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Shown while the code of a page loads, with a line at the top of the window once it takes longer than 150 ms. */
export function PageSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <div className="grid gap-4 p-4 sm:p-6">
      <div
        role="progressbar"
        aria-label={t('loading')}
        className="fixed inset-x-0 top-0 z-30 h-0.5 origin-left animate-advance bg-accent-text"
      />
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="mt-4 h-36 w-full max-w-md" />
      <Skeleton className="h-20 w-full max-w-md" />
    </div>
  );
}

/** Shown when loading or rendering a page throws. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  usePageTitle(t('broken.title'));
  return (
    <div className="m-auto">
      <h1 className="sr-only">{t('broken.title')}</h1>
      <ErrorState
        title={t('broken.title')}
        text={t('broken.text')}
        retryLabel={t('retry')}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

// Loads in a chunk of its own, so that no page carries a text that is hardly ever shown.
const loadNotFound = () => import('./not-found.tsx');
const NotFound = lazyPart(async () => (await loadNotFound()).NotFound);

export function NotFoundPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <NotFound />
    </Suspense>
  );
}
