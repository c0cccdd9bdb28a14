import type { PublicTakeOut, ReplyOf } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { pollWhileDisconnected, realtimeStatus } from '#lib/realtime.ts';
import { takeOutChanges } from '#product/realtime/changes.ts';
import { refreshAccountLists } from './account-data.ts';

type State = ReplyOf<'GET /api/user/take-out'>;
type Context = { signal: AbortSignal };

export const takeOutQuery = {
  queryKey: ['take-out'],
  queryFn: ({ signal }: Context): Promise<State> => request('GET /api/user/take-out', { signal }),
};

/** Keeps the state current: by events, and, as those can be lost, by reading it after each connection and without one. */
export function followTakeOut(): () => void {
  const refresh = () => void queryClient.invalidateQueries({ queryKey: takeOutQuery.queryKey });
  const stops = [
    takeOutChanges.subscribe(show),
    realtimeStatus.subscribe(() => {
      if (realtimeStatus.get() === 'connected') refresh();
    }),
    pollWhileDisconnected(() => {
      if (readState()?.state === 'preparing') refresh();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The archive that is prepared from now on, or already is being prepared. */
export async function startTakeOut(language: string): Promise<void> {
  const { take_out } = await request('POST /api/user/take-out', { body: { language } });
  show(take_out);
  await refreshAccountLists();
}

/** Starts the download. The browser continues it by this address, also when it breaks off. */
export async function openTakeOut(id: string): Promise<void> {
  const { url } = await request('POST /api/user/take-out/{id}/address', { params: { id } });
  window.location.assign(url);
  await refreshAccountLists();
}

/** Unless something newer is shown: events and replies overtake each other. */
function show(takeOut: PublicTakeOut): void {
  const shown = readState();
  const isOlder =
    shown?.id === takeOut.id
      ? takeOut.revision < shown.revision
      : takeOut.created_at < (shown?.created_at ?? '');
  if (!isOlder) queryClient.setQueryData<State>(takeOutQuery.queryKey, { take_out: takeOut });
}

function readState(): PublicTakeOut | null | undefined {
  return queryClient.getQueryData<State>(takeOutQuery.queryKey)?.take_out;
}
