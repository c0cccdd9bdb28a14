import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#product/page-title.ts';
import { buttonVariants } from '#ui/button.tsx';

export function NotFound() {
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
        to="/creator/video/{-$type}"
        params={{ type: 'text-to-video' }}
        className={buttonVariants('primary', 'md', 'mt-6')}
      >
        {t('notFound.button')}
      </Link>
    </div>
  );
}
