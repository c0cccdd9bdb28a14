import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AppDialogProps } from '#lib/dialogs/dialog-store.ts';
import { formatCredits } from '#lib/format/format-credits.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { Dialog } from '#ui/dialog.tsx';

export function InsufficientCreditsDialog({ dialog, onClose }: AppDialogProps<'insufficient-credits'>) {
  const { t, i18n } = useTranslation('shell');
  const required = formatCredits(dialog.required, i18n.language);
  const current = formatCredits(dialog.current, i18n.language);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('insufficient.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('notNow')}
          </Button>
          <Link to="/pricing" data-autofocus onClick={onClose} className={buttonLook('primary')}>
            {t('insufficient.button')}
          </Link>
        </>
      }
    >
      <p className="text-ink">{t('insufficient.text', { required, current })}</p>
      <p className="mt-2">{t('insufficient.kept')}</p>
    </Dialog>
  );
}
