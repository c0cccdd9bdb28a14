import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#product/page-title.ts';
import { ErrorState } from '#ui/error-state.tsx';

/** Shown when a page breaks while it is loaded or drawn. */
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
