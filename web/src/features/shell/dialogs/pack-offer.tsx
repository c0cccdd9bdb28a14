import { packFor } from '@atelier/catalog';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '#lib/format.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useCheckout } from '#product/use-checkout.ts';
import { Button } from '#ui/button.tsx';

/** The smallest pack that covers what is missing, bought with one press; the user returns to this page afterwards. */
export function PackOffer({ missingCredits }: { missingCredits: number }) {
  const { t, i18n } = useTranslation('dialogs');
  const { buy, leavingWith } = useCheckout(currentPath());
  const isAnonymous = useAccount().status === 'anonymous';
  const id = useId();
  const pack = packFor(missingCredits);
  if (!pack) return null;
  const press = () => (isAnonymous ? openDialog({ name: 'sign-in', purpose: 'buy' }) : buy(pack.id));
  return (
    <section aria-labelledby={id} className="mt-3">
      <h3 id={id} className="text-sm font-medium text-ink">
        {t('shortfall.packTitle')}
      </h3>
      <Button
        variant="primary"
        className="mt-2 w-full"
        data-autofocus
        aria-disabled={leavingWith !== undefined}
        aria-busy={leavingWith !== undefined}
        onClick={press}
      >
        {leavingWith
          ? t('shortfall.opening')
          : t('shortfall.buy', {
              credits: formatCredits(pack.credits, i18n.language),
              price: formatMoney(pack.amountMinor, pack.currency, i18n.language),
            })}
      </Button>
    </section>
  );
}
