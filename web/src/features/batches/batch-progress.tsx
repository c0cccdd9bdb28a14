import type { PublicBatch } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';

type BatchProgressProps = {
  batch: PublicBatch;
  /** One line for both. */
  isShort?: boolean;
};

/** How far a batch is, and what it has cost so far. */
export function BatchProgress({ batch, isShort }: BatchProgressProps) {
  const { t, i18n } = useTranslation('batches');
  const { counts, credits, lines } = batch;
  const open = counts.waiting + counts.running;
  const format = (amount: number) => formatCredits(amount, i18n.language);
  const parts = [
    ...(counts.running > 0 ? [t('counts.running', { count: counts.running })] : []),
    ...(counts.waiting > 0 ? [t('counts.waiting', { count: counts.waiting })] : []),
    ...(counts.completed > 0 || open === 0 ? [t('counts.completed', { count: counts.completed })] : []),
    ...(counts.failed > 0 ? [t('counts.failed', { count: counts.failed })] : []),
    ...(counts.deleted > 0 ? [t('counts.deleted', { count: counts.deleted })] : []),
  ];
  const money = [
    t('charged', { count: credits.charged, credits: format(credits.charged) }),
    ...(credits.held > 0 ? [t('held', { credits: format(credits.held) })] : []),
  ];
  return (
    <div className="grid gap-1.5 text-sm text-ink-soft tabular-nums">
      {isShort ? (
        <p title={[...parts, ...money].join(' · ')} className="truncate">
          {[...parts, ...money].join(' · ')}
        </p>
      ) : (
        <>
          <p>{parts.join(' · ')}</p>
          <p className="text-xs text-ink-faint">{money.join(' · ')}</p>
        </>
      )}
      {open > 0 ? <ProgressBar label={t('progress')} percent={(100 * (lines - open)) / lines} /> : null}
    </div>
  );
}
