import type { CreditSummary } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatDate } from '#lib/format/format-date.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { DailyCapForm } from './daily-cap-form.tsx';

/** What of the own limit was spent today, and the form that sets it. The server refuses what goes above it. */
export function DailyCap({ today }: { today: CreditSummary['today'] }) {
  const { t, i18n } = useTranslation('wallet');
  const { spent, cap, frees_at: freesAt } = today;
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const used = cap === null ? undefined : t('cap.used', { spent: say(spent), cap: say(cap) });
  return (
    <section id="daily-limit" className="scroll-mt-20">
      <h2 className="text-lg font-semibold">{t('cap.title')}</h2>
      <p className="mt-3 text-sm text-ink-soft text-pretty">{t('cap.text')}</p>
      <div className="mt-4 mb-4 text-sm tabular-nums">
        {used === undefined || cap === null ? (
          <p>{t('cap.none', { spent: say(spent) })}</p>
        ) : (
          <>
            <p className="mb-2">{used}</p>
            <ProgressBar label={used} percent={cap === 0 ? 100 : (spent / cap) * 100} />
            <p className="mt-2 text-xs text-ink-faint">
              {t('cap.frees', { time: formatDate(freesAt, i18n.language) })}
            </p>
          </>
        )}
      </div>
      {/* What is typed is taken anew from a limit that was set elsewhere. */}
      <DailyCapForm key={cap} cap={cap} />
    </section>
  );
}
