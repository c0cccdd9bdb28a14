import { type Pack, packFor, packs } from '@atelier/catalog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '#lib/format.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { MistedPrompt, WaySteps } from '#product/first-result/way-head.tsx';
import { useCheckout } from '#product/use-checkout.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PricingLink } from './refusal-dialogs.tsx';

/** The packs in what the form makes, the smallest that covers it chosen. Paying returns to the form. */
export function FirstPurchaseDialog({ dialog, onClose }: AppDialogProps<'first-purchase'>) {
  const { t, i18n } = useTranslation(['dialogs', 'shell']);
  const { prompt, medium, costCredits, missingCredits } = dialog;
  const { buy, leavingWith } = useCheckout(currentPath());
  const [chosen, setChosen] = useState(() => packFor(missingCredits) ?? packs[0]);
  const formatPrice = ({ amountMinor, currency }: Pack) => formatMoney(amountMinor, currency, i18n.language);
  if (!chosen) return null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      picture={<MistedPrompt prompt={prompt} />}
      title={t('dialogs:firstPurchase.title')}
      closeLabel={t('shell:close')}
    >
      <div className="grid gap-4">
        <WaySteps step={2} formatLabel={(at) => t('dialogs:firstPurchase.step', at)} />
        <p>
          {t(`dialogs:firstPurchase.cost_${medium}`, { cost: formatCredits(costCredits, i18n.language) })}
        </p>
        <fieldset className="grid gap-1.5">
          <legend className="sr-only">{t('dialogs:firstPurchase.packs')}</legend>
          {packs.map((pack) => (
            <label
              key={pack.id}
              className="relative flex min-h-14 items-center gap-3 rounded-md px-3.5 py-2 text-ink outline outline-line has-checked:bg-accent-soft has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-accent-text"
            >
              <input
                type="radio"
                name="pack"
                value={pack.id}
                checked={pack === chosen}
                onChange={() => setChosen(pack)}
                className="size-4.5 accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold tabular-nums">
                  {t('dialogs:credits', {
                    count: pack.credits,
                    credits: formatCredits(pack.credits, i18n.language),
                  })}
                </span>
                <span className="block text-xs text-ink-soft">{describeContents(pack)}</span>
              </span>
              <span className="font-semibold tabular-nums">{formatPrice(pack)}</span>
            </label>
          ))}
        </fieldset>
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          data-autofocus
          aria-disabled={leavingWith !== undefined}
          aria-busy={leavingWith !== undefined}
          onClick={() => buy(chosen.id)}
        >
          {leavingWith
            ? t('dialogs:shortfall.opening')
            : t('dialogs:firstPurchase.pay', { price: formatPrice(chosen) })}
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-2 text-xs">
          <span>{t('dialogs:firstPurchase.once')}</span>
          <PricingLink variant="ghost" onFollow={onClose} />
        </div>
      </div>
    </Dialog>
  );

  function describeContents({ credits }: Pack): string {
    const count = Math.floor(credits / Math.max(1, costCredits));
    return count === 0
      ? t('dialogs:firstPurchase.tooSmall')
      : t(`dialogs:firstPurchase.like_${medium}`, { count });
  }
}
