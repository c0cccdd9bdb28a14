import { type AudioHistoryRow, maxRefundReasonLength } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { requestRefund } from './request-refund.ts';

type RefundDialogProps = { row: AudioHistoryRow; onClose: () => void };

/** Refund of a failed sound whose credits are still held or were charged. */
export function RefundDialog({ row, onClose }: RefundDialogProps) {
  const { t } = useTranslation('audio');
  const [reason, setReason] = useState('');
  const { isRunning, run } = useSingleRun();
  const length = [...reason].length;
  const send = () =>
    run(async () => {
      await requestRefund(row, reason.trim());
      onClose();
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('refund.title')}
      closeLabel={t('refund.close')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('refund.keep')}
          </Button>
          <Button
            variant="primary"
            disabled={length > maxRefundReasonLength}
            aria-busy={isRunning}
            onClick={() => void send()}
          >
            {t(isRunning ? 'refund.sending' : 'refund.send')}
          </Button>
        </>
      }
    >
      <p className="mb-4">{t('refund.body', { amount: t('credits', { count: row.creditsUsed }) })}</p>
      <TextArea
        name="reason"
        label={t('refund.reason')}
        value={reason}
        onChange={setReason}
        rows={2}
        count={length}
        maxCount={maxRefundReasonLength}
      />
    </Dialog>
  );
}
