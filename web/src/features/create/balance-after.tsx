import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import type { Account } from '#product/account/use-account.ts';

type BalanceAfterProps = { account: Account; costCredits: number };

/** "1,240 left → 940", or how much is missing. */
export function BalanceAfter({ account, costCredits }: BalanceAfterProps) {
  const { t, i18n } = useTranslation('create');
  if (account.status === 'loading') return <span />;
  if (account.status === 'anonymous') return <span>{t('balance.anonymous')}</span>;
  const left = account.info.credits.left_credits;
  const after = left - costCredits;
  const say = (credits: number) => formatCredits(credits, i18n.language);
  if (after < 0) {
    return (
      <span className="text-warn-text">{t('balance.short', { left: say(left), missing: say(-after) })}</span>
    );
  }
  return <span className="tabular-nums">{t('balance.after', { left: say(left), after: say(after) })}</span>;
}
