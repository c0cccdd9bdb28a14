import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type OfferDialogProps = {
  title: string;
  onClose: () => void;
  /** The way on, beside "Not now". */
  action: ReactNode;
  children: ReactNode;
};

/** Says why something cannot be done now and offers one way on. */
export function OfferDialog({ title, onClose, action, children }: OfferDialogProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('notNow')}
          </Button>
          {action}
        </>
      }
    >
      <div className="grid gap-2">{children}</div>
    </Dialog>
  );
}
