import { useTranslation } from 'react-i18next';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { PricingLink } from './pricing-link.tsx';

/** For users who have never paid: not the same message as too few credits. */
export function UpgradeDialog({ dialog, onClose }: AppDialogProps<'upgrade'>) {
  const { t } = useTranslation('dialogs');
  const { option } = dialog;
  return (
    <OfferDialog title={t('upgrade.title')} onClose={onClose} action={<PricingLink onFollow={onClose} />}>
      <p>{option ? t('upgrade.option', { option }) : t('upgrade.text')}</p>
      <p>{t('upgrade.kept')}</p>
    </OfferDialog>
  );
}
