import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** All places are taken; says how many and when the next one is expected to free. */
export function TooManyRunningDialog({ dialog, onClose }: AppDialogProps<'too-many-running'>) {
  const { t, i18n } = useTranslation(['dialogs', 'shell']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dialogs:running.title')}
      closeLabel={t('shell:close')}
      footer={
        <Button look="primary" data-autofocus onClick={onClose}>
          {t('dialogs:running.button')}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="text-ink">{t('dialogs:running.text', { count: dialog.running })}</p>
        <p>{t('dialogs:running.frees', { time: formatSeconds(dialog.freesInSeconds, i18n.language) })}</p>
      </div>
    </Dialog>
  );
}
