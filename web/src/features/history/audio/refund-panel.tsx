import type { AudioHistoryRow } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';

/** What came back for a record, when and why; also what came back by itself (ruling 18). */
export function RefundPanel({ row }: { row: AudioHistoryRow }) {
  const { t, i18n } = useTranslation(['audio', 'messages']);
  const { refundAmount, refundedAt, refundReason, refundAttempts } = row;
  const facts: [string, string][] = [
    [t('audio:refund.amount'), t('audio:credits', { count: refundAmount ?? 0 })],
    ...(refundedAt
      ? [[t('audio:refund.time'), formatDate(refundedAt, i18n.language)] as [string, string]]
      : []),
    ...(refundReason ? [[t('audio:refund.why'), wordsOf(refundReason)] as [string, string]] : []),
    [t('audio:refund.attempts'), refundAttempts === 0 ? t('audio:refund.automatic') : String(refundAttempts)],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label={t('audio:refund.panel')}
      className="w-fit max-w-full rounded-md bg-ok-soft px-4 py-3 text-sm"
    >
      <h4 className="font-medium text-ok-text">{t('audio:refund.panel')}</h4>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 text-ink wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );

  /** The reason is an error code when it came back by itself, else what the user wrote. */
  function wordsOf(reason: string): string {
    if (reason === 'cancelled') return t('audio:refund.cancelled');
    return t(`messages:error.${reason}`, { defaultValue: reason });
  }
}
