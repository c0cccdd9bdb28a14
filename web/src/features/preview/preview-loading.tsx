import { useTranslation } from 'react-i18next';

/** Stands where the newest jobs will be, and says so (product-2 section 8). */
export function PreviewLoading() {
  const { t } = useTranslation('preview');
  return (
    <p
      role="status"
      className="shimmer grid aspect-video w-full place-items-center rounded-lg bg-raised text-sm text-ink-soft"
    >
      {t('loading')}
    </p>
  );
}
