import type { CreditSummary } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { Collapsible } from '#ui/collapsible.tsx';

/** The credits available, held and spent, each with its meaning. */
export function BalanceFigures({ summary }: { summary: CreditSummary }) {
  const { t, i18n } = useTranslation('wallet');
  // The server sums up months in UTC, so the name is that of the UTC month.
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(
    new Date(serverNow()),
  );
  const figures = [
    { name: 'available', credits: summary.available },
    { name: 'held', credits: summary.held },
    { name: 'month', credits: summary.spent_this_month },
    { name: 'spent', credits: summary.spent },
  ] as const;
  return (
    <>
      <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
        {figures.map(({ name, credits }) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{t(`${name}.name`)}</dt>
            <dd className="mt-1 text-2xl font-semibold tabular-nums">
              {formatCredits(credits, i18n.language)}
            </dd>
            <dd className="mt-1 text-xs text-ink-faint text-pretty">{t(`${name}.meaning`, { month })}</dd>
          </div>
        ))}
      </dl>
      {summary.owed > 0 ? (
        <p className="mt-6 rounded-md bg-warn-soft px-4 py-3 text-sm text-warn-text">
          {t('owed', { count: summary.owed })}
        </p>
      ) : null}
    </>
  );
}

const steps = ['reserve', 'settle', 'release'] as const;

/** Explains reserve, settle and release with the labels of the ledger. */
export function CreditLife() {
  const { t } = useTranslation(['wallet', 'ledger']);
  return (
    <Collapsible title={t('life.title')}>
      <dl className="grid max-w-2xl gap-3 pb-4 text-sm">
        {steps.map((step) => (
          <div key={step}>
            <dt className="font-medium">{t(`ledger:kinds.${step}`)}</dt>
            <dd className="text-ink-soft text-pretty">{t(`life.${step}`)}</dd>
          </div>
        ))}
      </dl>
    </Collapsible>
  );
}
