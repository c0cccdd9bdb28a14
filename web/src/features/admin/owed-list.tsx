import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';
import { formatMoney } from '#lib/format/format-money.ts';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { owedQuery } from './admin-queries.ts';
import { Loaded } from './loaded.tsx';

/** Returned payments whose credits were spent already, oldest first. */
export function OwedList() {
  const { t, i18n } = useTranslation('admin');
  const owed = useKeptQuery(owedQuery);
  return (
    <section aria-labelledby="owed-title" className="mt-12">
      <h2 id="owed-title" className="text-lg font-semibold">
        {t('owed.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t('owed.text')}</p>
      <Loaded query={owed}>
        {(purchases) =>
          purchases.length === 0 ? (
            <p className="mt-3 text-sm text-ink-faint">{t('owed.none')}</p>
          ) : (
            <ul className="mt-2">
              {purchases.map((purchase) => (
                <li key={purchase.id} className="border-t border-line py-3">
                  <Link
                    to="/admin/users/$id"
                    params={{ id: purchase.user_id }}
                    className="rounded-sm font-medium wrap-anywhere underline decoration-line-strong underline-offset-4"
                  >
                    {purchase.email}
                  </Link>
                  <p className="text-sm text-warn-text">
                    {t('owed.credits', { count: purchase.owed_credits })}
                  </p>
                  <p className="text-xs text-ink-faint">
                    {t(`purchases.statuses.${purchase.status}`)} ·{' '}
                    {formatMoney(purchase.amount_minor, purchase.currency, i18n.language)} ·{' '}
                    {formatDate(purchase.created_at, i18n.language)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
