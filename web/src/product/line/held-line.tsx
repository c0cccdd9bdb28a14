import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button, buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { setLinePaused, useLine } from './use-line.ts';

/**
 * Why nothing of what waits starts although places are free, and what its owner can do about it; nothing while the line goes
 * on. A card leaves a pause, which its owner has chosen, to the tray and the dialog. The page has to have loaded `preview`.
 */
export function HeldLine({ isOnCard = false, className }: { isOnCard?: boolean; className?: string }) {
  const { t } = useTranslation('preview');
  const { data } = useLine();
  const isOwing = data?.waiting_reason === 'debt';
  if (!data || !(isOwing || (data.is_paused && !isOnCard))) return null;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text',
        className,
      )}
    >
      <p className="min-w-0 flex-1 basis-40">
        {isOwing ? t('held.debt', { count: data.debt_credits }) : t('held.paused')}
      </p>
      {isOwing ? (
        <Link to="/pricing" className={buttonVariants('secondary', 'sm')}>
          {t('held.pay')}
        </Link>
      ) : (
        <Button size="sm" onClick={() => void setLinePaused(false)}>
          {t('held.resume')}
        </Button>
      )}
    </div>
  );
}
