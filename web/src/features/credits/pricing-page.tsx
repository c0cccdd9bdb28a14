import { kindsOf } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#lib/account/use-account.ts';
import { creatorMedia } from '#lib/navigation/menu.ts';
import { usePageTitle } from '#lib/page-title/page-title.ts';
import { KindPrices } from './kind-prices.tsx';
import { paidOnlyOptions } from './paid-only-options.ts';

const kinds = creatorMedia.flatMap(kindsOf);
const rules = ['credits', 'refund', 'paid'] as const;

/** `/pricing`: what each kind costs, when it is charged, and when it is not. */
export function PricingPage() {
  const { t, i18n } = useTranslation(['account', 'kinds']);
  usePageTitle(t('pricing.pageTitle'));
  const account = useAccount();
  const options = new Intl.ListFormat(i18n.language).format(
    paidOnlyOptions(kinds).map(({ field, value }) =>
      t(`kinds:options.${field}.${value}`, { defaultValue: value }),
    ),
  );
  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('pricing.title')}</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('pricing.body')}</p>
      <div className="mt-10 flex flex-col gap-12">
        {kinds.map((kind) => (
          <KindPrices key={kind.id} kind={kind} />
        ))}
      </div>
      <div className="mt-14 grid gap-8 md:grid-cols-3">
        {rules.map((rule) => (
          <section key={rule}>
            <h2 className="font-medium">{t(`pricing.${rule}Title`)}</h2>
            <p className="mt-1.5 text-sm text-ink-soft text-pretty">
              {t(`pricing.${rule}Body`, { options })}
            </p>
          </section>
        ))}
      </div>
      <p className="mt-12 border-t border-line pt-6 text-ink-soft">
        {account.info ? `${t('pricing.yourBalance', { count: account.info.credits.left_credits })} ` : null}
        {t('pricing.howToGet')}
      </p>
    </div>
  );
}
