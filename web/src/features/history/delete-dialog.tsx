import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { excerptOf } from './excerpt.ts';

type DeleteDialogProps = {
  generation: PublicGeneration | undefined;
  onClose: () => void;
  onConfirm: (id: string) => void;
};

export function DeleteDialog({ generation, onClose, onConfirm }: DeleteDialogProps) {
  const { t } = useTranslation('history');
  return (
    <Dialog
      isOpen={generation !== undefined}
      onClose={onClose}
      title={t('delete.title')}
      closeLabel={t('details.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('delete.keep')}</Button>
          <Button look="danger" onClick={() => generation && onConfirm(generation.id)}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <p className="border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
        {excerptOf(generation?.prompt ?? '')}
      </p>
      <p className="mt-3">{t('delete.body')}</p>
    </Dialog>
  );
}
