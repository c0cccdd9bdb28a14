import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { buttonLook } from '#ui/button-look.ts';
import { OfferDialog } from './offer-dialog.tsx';

/** The user's own limit for a day, when it ends, and where it is set. */
export function DailyCapDialog({ dialog, onClose }: AppDialogProps<'daily-cap'>) {
  const { t, i18n } = useTranslation('dialogs');
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const frees = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <OfferDialog
      title={t('dailyCap.title')}
      onClose={onClose}
      action={
        <Link to="/credits" data-autofocus onClick={onClose} className={buttonLook('primary')}>
          {t('dailyCap.button')}
        </Link>
      }
    >
      <p className="text-ink">
        {t('dailyCap.text', {
          cap: say(dialog.cap),
          spent: say(dialog.spent),
          required: say(dialog.required),
        })}
      </p>
      <p>{t('dailyCap.frees', { time: frees.format(new Date(dialog.freesAt)) })}</p>
    </OfferDialog>
  );
}
