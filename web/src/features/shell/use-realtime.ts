import { useEffect } from 'react';
import { useAccount } from '#lib/account/use-account.ts';
import { startRealtime } from '#lib/realtime/start-realtime.ts';

/** Listens to the server for as long as the same person is signed in. */
export function useRealtime(): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => (userId === undefined ? undefined : startRealtime()), [userId]);
}
