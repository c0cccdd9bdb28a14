import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AppDialogProps } from '#lib/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { Dialog } from '#ui/dialog.tsx';

/** For people who have never paid: not the same message as too few credits. */
export function UpgradeDialog({ dialog, onClose }: AppDialogProps<'upgrade'>) {
  const { t } = useTranslation('shell');
  const { option } = dialog;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('upgrade.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('notNow')}
          </Button>
          <Link to="/pricing" data-autofocus onClick={onClose} className={buttonLook('primary')}>
            {t('upgrade.button')}
          </Link>
        </>
      }
    >
      <p>{option ? t('upgrade.option', { option }) : t('upgrade.text')}</p>
      <p className="mt-2">{t('upgrade.kept')}</p>
    </Dialog>
  );
}
