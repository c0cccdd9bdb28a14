import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney } from '#lib/format.ts';
import { usePackLabel } from '#product/ledger/use-ledger-labels.ts';
import type { AdminPurchase } from './admin-data.ts';

export function PurchaseList({ purchases }: { purchases: readonly AdminPurchase[] }) {
  const { t, i18n } = useTranslation(['admin', 'ledger']);
  const packName = usePackLabel();
  return (
    <section aria-labelledby="purchases-title" className="mt-10">
      <h2 id="purchases-title" className="text-lg font-semibold">
        {t('purchases.title')}
      </h2>
      {purchases.length === 0 ? (
        <p className="mt-2 text-sm text-ink-faint">{t('purchases.none')}</p>
      ) : (
        <ul className="mt-2">
          {purchases.map((purchase) => (
            <li key={purchase.id} className="border-t border-line py-3">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">
                  {packName(purchase.pack)} · {t(`purchases.statuses.${purchase.status}`)}
                </span>
                <span className="tabular-nums">
                  {t('ledger:credits', { count: purchase.credits })} ·{' '}
                  {formatMoney(purchase.amount_minor, purchase.currency, i18n.language)}
                </span>
              </p>
              {purchase.taken_credits > 0 ? (
                <p className="text-sm text-ink-soft">
                  {t('purchases.taken', { count: purchase.taken_credits })}
                </p>
              ) : null}
              {purchase.owed_credits > 0 ? (
                <p className="text-sm text-warn-text">
                  {t('owed.credits', { count: purchase.owed_credits })}
                </p>
              ) : null}
              <p className="text-xs text-ink-faint">
                {formatDate(purchase.created_at, i18n.language)} ·{' '}
                <span className="font-mono wrap-anywhere">{purchase.id}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
