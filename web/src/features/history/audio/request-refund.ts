import type { AudioHistoryRow } from '@atelier/contract';

type RefundObstacle = 'cannotRefund' | 'alreadyRefunded' | 'onlyFailed';

/** Why the credits of a record cannot be asked back (product-2 section 5); undefined when they can. */
export function findRefundObstacle(
  row: Pick<AudioHistoryRow, 'requestId' | 'creditsRefunded' | 'status'>,
): RefundObstacle | undefined {
  if (row.requestId === '') return 'cannotRefund';
  if (row.creditsRefunded) return 'alreadyRefunded';
  return row.status === 'failed' ? undefined : 'onlyFailed';
}
