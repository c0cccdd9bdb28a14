import type { AudioHistoryRow } from '@atelier/contract';
import i18next from 'i18next';
import { refundCredits } from '#lib/api/audio.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { showToast } from '#ui/show-toast.ts';
import { refreshAudioHistory } from './audio-history-query.ts';
import { findRefundObstacle } from './request-refund.ts';

/** Asks the server for the credits of a record and tells what came of it. */
export async function askForRefund(row: AudioHistoryRow, reason: string): Promise<void> {
  const obstacle = findRefundObstacle(row);
  if (obstacle) {
    showToast(i18next.t(`audio:refund.${obstacle}`), { tone: 'error' });
    return;
  }
  try {
    const { refund_status, data } = await refundCredits(row.requestId, reason);
    if (refund_status === 'duplicate_attempt') showToast(i18next.t('audio:refund.alreadyRefunded'));
    else showToast(i18next.t('audio:refund.done', { count: data.refund_amount }), { tone: 'success' });
    await Promise.all([refreshAudioHistory(), refreshAccount()]);
  } catch (error) {
    showErrorToast(error);
  }
}
