import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { useAccount } from './account-store.ts';

/** Explains to users whose account an operator has locked what that means, with the operator's reason. */
export function LockNotice({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const lock = useAccount().info?.user.lock;
  if (!lock) return null;
  return (
    <div
      role="note"
      className={classNames('rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-text', className)}
    >
      <p className="font-medium">{t('locked.title')}</p>
      {lock.reason ? (
        <p className="mt-1 wrap-anywhere">{t('locked.reason', { reason: lock.reason })}</p>
      ) : null}
      <p className="mt-1">{t('locked.text')}</p>
    </div>
  );
}
