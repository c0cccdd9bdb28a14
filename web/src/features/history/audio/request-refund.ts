import type { AudioHistoryRow } from '@atelier/contract';
import i18next from 'i18next';
import { refreshAccount } from '#product/account/account-store.ts';
import { refundCredits } from '#product/api/generations.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { showToast } from '#ui/show-toast.ts';
import { refreshLibrary } from '../history-key.ts';

/** Requests a refund and shows the outcome as a toast. */
export async function requestRefund(row: AudioHistoryRow, reason: string): Promise<void> {
  const blocker = findRefundBlocker(row);
  if (blocker) {
    showToast(i18next.t(`audio:refund.${blocker}`), { tone: 'error' });
    return;
  }
  try {
    const { refund_status, data } = await refundCredits(row.requestId, reason);
    if (refund_status === 'duplicate_attempt') showToast(i18next.t('audio:refund.alreadyRefunded'));
    else showToast(i18next.t('audio:refund.done', { count: data.refund_amount }), { tone: 'success' });
    await Promise.all([refreshLibrary(), refreshAccount()]);
  } catch (error) {
    showErrorToast(error);
  }
}

type RefundBlocker = 'cannotRefund' | 'alreadyRefunded' | 'onlyFailed';

/** Why a refund cannot be requested; undefined when it can. */
export function findRefundBlocker(
  row: Pick<AudioHistoryRow, 'requestId' | 'creditsRefunded' | 'status'>,
): RefundBlocker | undefined {
  if (row.requestId === '') return 'cannotRefund';
  if (row.creditsRefunded) return 'alreadyRefunded';
  return row.status === 'failed' ? undefined : 'onlyFailed';
}
