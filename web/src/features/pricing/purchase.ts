import type { PublicPurchase } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pollWhileDisconnected, realtimeStatus } from '#lib/realtime.ts';
import { fetchPurchase } from '#product/api/account.ts';
import { purchaseChanges } from '#product/realtime/changes.ts';

const pollMs = 2_000;
/** An event is lost if the process that sends it dies, so a connected page polls too, only less often. */
const slowPollMs = 15_000;

/** A purchase, kept up to date until its payment is decided. */
export function usePurchase(id: string) {
  const query = useQuery({
    queryKey: ['purchase', id],
    queryFn: ({ signal }) => fetchPurchase(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUndecided(state.data) ? slowPollMs : false),
  });
  const { refetch } = query;
  const isWaiting = isUndecided(query.data);
  useEffect(() => {
    if (!isWaiting) return;
    const refresh = () => void refetch();
    const stops = [
      purchaseChanges.subscribe(refresh),
      // Events from before the connection was made are missed.
      realtimeStatus.subscribe(refresh),
      pollWhileDisconnected(refresh, pollMs),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isWaiting, refetch]);
  return query;
}

function isUndecided(purchase: PublicPurchase | undefined): boolean {
  return purchase?.status === 'open';
}

export type PurchaseState = 'waiting' | 'paid' | 'cancelled' | 'failed' | 'returned';

/**
 * The outcome of a purchase as users see it. If they cancelled on the payment page it is cancelled at once, although
 * the purchase may stay open for a while.
 */
export function purchaseState({ status }: PublicPurchase, hasCancelled: boolean): PurchaseState {
  switch (status) {
    case 'open':
      return hasCancelled ? 'cancelled' : 'waiting';
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
