import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { OfferDialog } from './offer-dialog.tsx';

/** What the button said no longer holds: asks again with the new price before anything is charged. */
export function PriceChangedDialog({ dialog, onClose }: AppDialogProps<'price-changed'>) {
  const { t, i18n } = useTranslation('dialogs');
  const before = formatCredits(dialog.before, i18n.language);
  const now = formatCredits(dialog.now, i18n.language);
  const accept = () => {
    onClose();
    dialog.onAccept();
  };
  return (
    <OfferDialog
      title={t('priceChanged.title')}
      onClose={onClose}
      action={
        <Button look="primary" data-autofocus onClick={accept}>
          {t('priceChanged.button', { now })}
        </Button>
      }
    >
      <p className="text-ink">{t('priceChanged.text', { before, now })}</p>
      <p>{t('priceChanged.kept')}</p>
    </OfferDialog>
  );
}
