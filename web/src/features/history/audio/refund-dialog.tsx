import { type AudioHistoryRow, maxRefundReasonLength } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { askForRefund } from './ask-for-refund.ts';

type RefundDialogProps = { row: AudioHistoryRow; onClose: () => void };

/** Asks for credits that are still held or were charged for a failed sound. */
export function RefundDialog({ row, onClose }: RefundDialogProps) {
  const { t } = useTranslation('audio');
  const [reason, setReason] = useState('');
  const [isSending, setIsSending] = useState(false);
  const length = [...reason].length;
  const send = async () => {
    setIsSending(true);
    await askForRefund(row, reason.trim());
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('refund.title')}
      closeLabel={t('refund.close')}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('refund.keep')}
          </Button>
          <Button
            look="primary"
            disabled={isSending || length > maxRefundReasonLength}
            aria-busy={isSending}
            onClick={() => void send()}
          >
            {t(isSending ? 'refund.sending' : 'refund.send')}
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
