import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#product/page-title.ts';
import { buttonVariants } from '#ui/button.tsx';
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

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  usePageTitle(t('notFound.title'));
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <p aria-hidden="true" className="text-3xl font-semibold text-ink-faint">
        404
      </p>
      <h1 className="mt-3 text-xl font-semibold text-balance">{t('notFound.title')}</h1>
      <p className="mt-2 text-ink-soft">{t('notFound.text')}</p>
      <Link
        to="/creator/video/$type"
        params={{ type: 'text-to-video' }}
        className={buttonVariants('primary', 'md', 'mt-6')}
      >
        {t('notFound.button')}
      </Link>
    </div>
  );
}
