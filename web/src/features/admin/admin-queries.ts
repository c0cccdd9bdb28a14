import { queryClient } from '#lib/query-client.ts';
import { fetchOwed, fetchUser, fetchUserLedger, fetchUsers } from './admin-api.ts';
import type { AdminSearch } from './admin-search.ts';

const key = ['admin'] as const;

type Context = { signal: AbortSignal };

export function usersQuery(search: AdminSearch) {
  return {
    queryKey: [...key, 'users', search],
    queryFn: ({ signal }: Context) => fetchUsers(search, signal),
  };
}

export const owedQuery = {
  queryKey: [...key, 'owed'],
  queryFn: ({ signal }: Context) => fetchOwed(signal),
};

export function userQuery(id: string) {
  return { queryKey: [...key, 'user', id], queryFn: ({ signal }: Context) => fetchUser(id, signal) };
}

export function userLedgerQuery(id: string, page: number) {
  return {
    queryKey: [...key, 'ledger', id, page],
    queryFn: ({ signal }: Context) => fetchUserLedger(id, page, signal),
  };
}

/** After an operation everything on screen may be another. */
export async function refreshAdmin(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: key });
}
