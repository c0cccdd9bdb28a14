import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchCreditSummary } from '#lib/api/checkout.ts';
import type { Account } from '#product/account/use-account.ts';

/** What a signed-in user has, and what the next purchase pays first. */
export function AccountNotes({ info }: { info: NonNullable<Account['info']> }) {
  const { t } = useTranslation('pricing');
  // Its key has the balance, so that a payment is followed by a new look.
  const { data } = useQuery({
    queryKey: ['credit-summary', info.user.id, info.credits.revision],
    queryFn: ({ signal }) => fetchCreditSummary(signal),
    placeholderData: (known) => known,
  });
  const owed = data?.owed ?? 0;
  return (
    <>
      <p className="mt-3 text-ink-soft tabular-nums">{t('balance', { count: info.credits.left_credits })}</p>
      {owed > 0 ? (
        <p role="note" className="mt-3 max-w-2xl rounded-md bg-warn-soft px-4 py-3 text-sm text-warn-text">
          {t('owed', { count: owed })}
        </p>
      ) : null}
    </>
  );
}
