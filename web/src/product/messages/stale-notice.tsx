import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

type StaleNoticeProps = { text: string; onRetry: () => void; className?: string };

/** Notice above rows that are out of date because reading them again failed. */
export function StaleNotice({ text, onRetry, className }: StaleNoticeProps) {
  const { t } = useTranslation('shell');
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-soft px-4 py-2.5 text-sm text-danger-text',
        className,
      )}
    >
      <p>{text}</p>
      <Button size="sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
