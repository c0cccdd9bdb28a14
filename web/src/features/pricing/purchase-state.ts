import type { PublicPurchase } from '@atelier/contract';

export type PurchaseState = 'waiting' | 'paid' | 'cancelled' | 'failed' | 'returned';

/**
 * What became of a purchase, for users. Who turned back on the payment page is told at once that nothing was paid,
 * although the page itself may stay open for a while.
 */
export function purchaseState({ status }: PublicPurchase, hasTurnedBack: boolean): PurchaseState {
  switch (status) {
    case 'open':
      return hasTurnedBack ? 'cancelled' : 'waiting';
    case 'expired':
    case 'cancelled':
      return 'cancelled';
    case 'refunded':
    case 'disputed':
      return 'returned';
    default:
      return status;
  }
}
