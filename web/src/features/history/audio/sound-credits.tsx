import type { AudioHistoryRow } from '@atelier/contract';
import Undo2 from 'lucide-react/icons/undo-2';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import type { CreditsProps } from '../history-medium.ts';
import { findRefundBlocker } from './request-refund.ts';

const RefundDialog = lazyPart(async () => (await import('./refund-dialog.tsx')).RefundDialog, {
  note: 'above',
});

/** Shows credits as other works do; returned ones say how, and those of a failure that were not can be asked for. */
export function SoundCredits({ listed, children }: CreditsProps) {
  if (!listed || !isAudioRow(listed)) return children;
  if (listed.creditsRefunded) return <Refunded row={listed} />;
  if (findRefundBlocker(listed) === undefined) return <AskRefund row={listed} />;
  return children;
}

/** Returns true for a row of the history of sounds, the only one with refunds. */
function isAudioRow(row: object): row is AudioHistoryRow {
  return 'creditsRefunded' in row;
}

type RowProps = { row: AudioHistoryRow };

/** Lies above the row, which opens the work, and is as high as the row. */
const above = 'relative z-10 -my-3 min-h-11';

function AskRefund({ row }: RowProps) {
  const { t } = useTranslation('audio');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        title={t('refund.ask')}
        aria-haspopup="dialog"
        className={`px-2! ${above}`}
        onClick={() => setAsking(true)}
      >
        <Undo2 size={16} aria-hidden="true" />
        <span className="sr-only">{t('refund.ask')}</span>
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <RefundDialog row={row} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Reason in the ledger for a refund without one from the user. */
const withoutReason = 'requested';

/** The credits that were returned for a sound, on request or automatically; a press says when and why. */
function Refunded({ row }: RowProps) {
  const { t, i18n } = useTranslation(['audio', 'library', 'messages']);
  const { refundAmount, refundedAt, refundReason, refundAttempts } = row;
  const facts: Fact[] = [
    { label: t('audio:refund.amount'), value: t('audio:credits', { count: refundAmount ?? 0 }) },
    ...(refundedAt ? [{ label: t('audio:refund.time'), value: formatDate(refundedAt, i18n.language) }] : []),
    ...(refundReason && refundReason !== withoutReason
      ? [{ label: t('audio:refund.why'), value: formatReason(refundReason) }]
      : []),
    {
      label: t('audio:refund.attempts'),
      value: refundAttempts === 0 ? t('audio:refund.automatic') : String(refundAttempts),
    },
  ];
  return (
    <Popover
      align="end"
      className="w-72 p-3 text-left whitespace-normal"
      renderButton={(button) => (
        <button {...button} type="button" className={`rounded-sm text-ok-text hover:underline ${above}`}>
          {t('library:back', { count: refundAmount ?? 0 })}
        </button>
      )}
    >
      {() => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div role="group" aria-label={t('audio:refund.panel')}>
          <FactTable facts={facts} />
        </div>
      )}
    </Popover>
  );

  /** The reason is an error code for an automatic refund, otherwise what the user wrote. */
  function formatReason(reason: string): string {
    if (reason === 'cancelled') return t('audio:refund.cancelled');
    return t(`messages:error.${reason}`, { defaultValue: reason });
  }
}
