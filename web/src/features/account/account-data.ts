import type { SecurityEventsReply, SessionsReply } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';
import { refreshApiKeys } from '#product/keys/keys-data.ts';

const key = ['account'] as const;

type Context = { signal: AbortSignal };

export const sessionsQuery = {
  queryKey: [...key, 'sessions'],
  queryFn: ({ signal }: Context): Promise<SessionsReply> => request('GET /api/user/sessions', { signal }),
};

export function securityEventsQuery(page: number) {
  return {
    queryKey: [...key, 'events', page],
    queryFn: ({ signal }: Context): Promise<SecurityEventsReply> =>
      request('GET /api/user/security-events', { query: { page }, signal }),
  };
}

export const sharesQuery = {
  queryKey: ['shares'],
  queryFn: ({ signal }: Context) => request('GET /api/shares', { signal }),
};

/** Stops a share, which may have ended meanwhile in another tab. */
export async function stopSharing(generationId: string): Promise<void> {
  await request('DELETE /api/generations/{id}/share', { params: { id: generationId } });
  queryClient.removeQueries({ queryKey: ['share', generationId] });
  await queryClient.invalidateQueries({ queryKey: sharesQuery.queryKey });
}

export async function refreshAccountLists(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: key });
}

/** Reads the lists again when the user is asked about something new, such as a sign-in elsewhere or a program. */
export function useLiveAccountLists(): void {
  const newest = useAccount().info?.notices[0]?.id;
  const shown = useRef(newest);
  useEffect(() => {
    if (newest === shown.current) return;
    shown.current = newest;
    void refreshAccountLists();
    void refreshApiKeys();
  }, [newest]);
}

/** Idempotent: a session that has ended already, in another tab, is no error. */
export async function endSession(id: string): Promise<void> {
  try {
    await request('DELETE /api/user/sessions/{id}', { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export async function endOtherSessions(): Promise<void> {
  await request('DELETE /api/user/sessions');
}
