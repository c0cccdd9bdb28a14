import { packFor } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatMoney } from '#lib/format/format-money.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import { useCheckout } from '#product/account/use-checkout.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { CheaperSettings } from './cheaper-settings.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { PricingLink } from './pricing-link.tsx';

/** "You need 500, you have 240": cheaper settings that fit now, and the smallest pack that covers it. */
export function ShortfallDialog({ dialog, onClose }: AppDialogProps<'shortfall'>) {
  const { t, i18n } = useTranslation('dialogs');
  const { required, current, form } = dialog;
  const { buy, leavingWith } = useCheckout(currentPath());
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const pack = packFor(required - current);
  return (
    <OfferDialog
      title={t('shortfall.title')}
      onClose={onClose}
      action={<PricingLink look="secondary" onFollow={onClose} />}
    >
      <p className="text-ink">{t('shortfall.text', { required: say(required), current: say(current) })}</p>
      <p>{t('shortfall.kept')}</p>
      {form ? <CheaperSettings form={form} maxCredits={current} onClose={onClose} /> : null}
      {pack ? (
        <section aria-labelledby="shortfall-pack" className="mt-3">
          <h3 id="shortfall-pack" className="text-sm font-medium text-ink">
            {t('shortfall.packTitle')}
          </h3>
          <Button
            look="primary"
            className="mt-2 w-full"
            data-autofocus
            aria-disabled={leavingWith !== undefined}
            aria-busy={leavingWith !== undefined}
            onClick={() => buy(pack.id)}
          >
            {leavingWith
              ? t('shortfall.opening')
              : t('shortfall.buy', {
                  credits: say(pack.credits),
                  price: formatMoney(pack.amountMinor, pack.currency, i18n.language),
                })}
          </Button>
        </section>
      ) : null}
    </OfferDialog>
  );
}
