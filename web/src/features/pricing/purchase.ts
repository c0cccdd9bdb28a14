import type { PublicPurchase } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchPurchase } from '#lib/api/checkout.ts';
import { pollWhileDisconnected } from '#lib/realtime/poll-while-disconnected.ts';
import { realtimeStatus } from '#lib/realtime/realtime-status.ts';
import { purchaseNews } from '#product/account/purchase-events.ts';

const pollMs = 2_000;
/** News can get lost with the process that sends them, so even a connected page looks now and then. */
const slowPollMs = 15_000;

/** A purchase, followed until its payment is decided. */
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
    const look = () => void refetch();
    const stops = [
      purchaseNews.subscribe(look),
      // What was told before the connection stood is read once.
      realtimeStatus.subscribe(look),
      pollWhileDisconnected(look, pollMs),
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
