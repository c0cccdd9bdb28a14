import type { UserInfo } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDate } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { fetchCreditSummary } from '#product/api/account.ts';

/** Whose account it is, and what it has and may spend. */
export function WhoCard({ info }: { info: UserInfo }) {
  const { t, i18n } = useTranslation('account');
  const { name, email, id, created_at: createdAt, sign_in: signIn } = info.user;
  const { left_credits: left, held_credits: held, revision } = info.credits;
  const { reply: summary } = useQueryWithPrevious({
    queryKey: ['credit-summary', id, revision],
    queryFn: ({ signal }) => fetchCreditSummary(signal),
  });
  // Holds the place of a figure that is still read.
  const pending = '\u00A0';
  const formatLimit = (cap: number | null) =>
    cap === null ? t('who.noLimit') : formatCredits(cap, i18n.language);
  const figures = [
    ['balance', formatCredits(left, i18n.language)],
    ['held', formatCredits(held, i18n.language)],
    ['month', summary ? formatCredits(summary.spent_this_month, i18n.language) : pending],
    ['limit', summary ? formatLimit(summary.today.cap) : pending],
  ] as const;
  return (
    <section
      id="who"
      aria-labelledby="who-title"
      className="mt-3 scroll-mt-20 rounded-lg bg-surface p-5 outline outline-line"
    >
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-xl font-semibold text-accent-text"
        >
          {[...(name || email)][0]?.toUpperCase()}
        </span>
        <div className="min-w-0">
          <h2 id="who-title" className="text-lg font-semibold wrap-anywhere">
            {name || email}
          </h2>
          {name ? <p className="text-sm text-ink-soft wrap-anywhere">{email}</p> : null}
          <p className="text-sm text-ink-faint wrap-anywhere">
            {t(info.has_ever_paid ? 'who.paid' : 'who.unpaid')}
            {' · '}
            <time dateTime={createdAt} title={formatDate(createdAt, i18n.language)}>
              {t('who.since', { date: formatMonth(createdAt, i18n.language) })}
            </time>
            {' · '}
            {t(`who.signIn.${signIn.way}`, { host: new URL(signIn.issuer).host })}
          </p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-4 border-t border-line pt-4 md:grid-cols-4">
        {figures.map(([figure, value]) => (
          <div key={figure}>
            <dt className="text-xs text-ink-faint">{t(`who.${figure}`)}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function formatMonth(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(new Date(iso));
}
