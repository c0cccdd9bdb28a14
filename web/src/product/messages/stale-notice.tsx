import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

/** Above lines that are still the old ones because the new ones could not be read. */
export function ReadAgainNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ledger');
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-soft px-4 py-2.5 text-sm text-danger-text"
    >
      <p>{t('stale')}</p>
      <Button size="sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
