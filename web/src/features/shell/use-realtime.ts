import { useEffect } from 'react';
import { useAccount } from '#product/account/use-account.ts';
import { startRealtime } from '#product/realtime/start-realtime.ts';

/** Listens to the server for as long as the same user is signed in. */
export function useRealtime(): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => (userId === undefined ? undefined : startRealtime()), [userId]);
}
