import { type CheaperInput, cheaperInputs, packFor } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '#lib/format.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import { useCheckout } from '#product/account/use-checkout.ts';
import type { AppDialogProps, AskingForm } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { PricingLink, RefusalDialog } from './refusal-dialogs.tsx';

/** "You need 500, you have 240": cheaper settings that fit now, and the smallest pack that covers it. */
export function ShortfallDialog({ dialog, onClose }: AppDialogProps<'shortfall'>) {
  const { t, i18n } = useTranslation('dialogs');
  const { required, current, form } = dialog;
  const { buy, leavingWith } = useCheckout(currentPath());
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const pack = packFor(required - current);
  return (
    <RefusalDialog
      title={t('shortfall.title')}
      onClose={onClose}
      action={<PricingLink variant="secondary" onFollow={onClose} />}
    >
      <p className="text-ink">
        {t('shortfall.text', { required: format(required), current: format(current) })}
      </p>
      <p>{t('shortfall.kept')}</p>
      {form ? <CheaperSettings form={form} maxCredits={current} onClose={onClose} /> : null}
      {pack ? (
        <section aria-labelledby="shortfall-pack" className="mt-3">
          <h3 id="shortfall-pack" className="text-sm font-medium text-ink">
            {t('shortfall.packTitle')}
          </h3>
          <Button
            variant="primary"
            className="mt-2 w-full"
            data-autofocus
            aria-disabled={leavingWith !== undefined}
            aria-busy={leavingWith !== undefined}
            onClick={() => buy(pack.id)}
          >
            {leavingWith
              ? t('shortfall.opening')
              : t('shortfall.buy', {
                  credits: format(pack.credits),
                  price: formatMoney(pack.amountMinor, pack.currency, i18n.language),
                })}
          </Button>
        </section>
      ) : null}
    </RefusalDialog>
  );
}

type CheaperSettingsProps = { form: AskingForm; maxCredits: number; onClose: () => void };

/** Settings of the same form that fit the balance. A click applies them to the form, which is not submitted. */
function CheaperSettings({ form, maxCredits, onClose }: CheaperSettingsProps) {
  const { t, i18n } = useTranslation(['dialogs', 'kinds']);
  const { kind, input, onApply } = form;
  const options = cheaperInputs(kind, input, maxCredits);
  const format = (credits: number) => formatCredits(credits, i18n.language);
  if (options.length === 0)
    return <p>{t('dialogs:shortfall.nothingFits', { current: format(maxCredits) })}</p>;

  const nameOf = ({ changes }: CheaperInput) =>
    Object.entries(changes)
      .map(([name, value]) => {
        const setting: string = t(`kinds:options.${name}.${value}`, { defaultValue: String(value) });
        return t('dialogs:shortfall.setting', { field: t(`kinds:fields.${name}.label`), value: setting });
      })
      .join(t('dialogs:shortfall.comma'));
  return (
    <section aria-labelledby="shortfall-cheaper" className="mt-3">
      <h3 id="shortfall-cheaper" className="text-sm font-medium text-ink">
        {t('dialogs:shortfall.cheaperTitle')}
      </h3>
      <ul className="mt-2 grid gap-1.5">
        {options.map((option) => (
          <li key={JSON.stringify(option.changes)}>
            <button
              type="button"
              onClick={() => {
                onApply(option.changes);
                onClose();
              }}
              className="flex min-h-11 w-full items-center justify-between gap-4 rounded-md bg-raised px-4 py-2 text-left text-ink hover:bg-hover"
            >
              <span>{nameOf(option)}</span>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                {t('dialogs:credits', { count: option.costCredits, credits: format(option.costCredits) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
