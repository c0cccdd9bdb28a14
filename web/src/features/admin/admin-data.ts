import type {
  AdminUser,
  AdminUserReply,
  LedgerKind,
  PublicGeneration,
  PublicPurchase,
} from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
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

type Page<Row> = { data: Row[]; total: number; page: number; totalPages: number };

export type AdminLine = AdminUserReply['ledger'][number];
export type AdminPurchase = AdminUserReply['purchases'][number];
type OwedPurchase = PublicPurchase & { owed_credits: number; user_id: string; email: string };
export type MoveKind = Extract<LedgerKind, 'grant' | 'refund' | 'adjustment'>;
export type GenerationAction = 'retry' | 'fail' | 'refund';

function fetchUsers({ search = '', page = 1 }: AdminSearch, signal: AbortSignal): Promise<Page<AdminUser>> {
  return request('GET /api/admin/users', { query: { search, page }, signal });
}

export function fetchUser(id: string, signal?: AbortSignal): Promise<AdminUserReply> {
  return request('GET /api/admin/users/{id}', { params: { id }, signal });
}

function fetchUserLedger(id: string, page: number, signal: AbortSignal): Promise<Page<AdminLine>> {
  return request('GET /api/admin/users/{id}/ledger', { params: { id }, query: { page }, signal });
}

async function fetchOwed(signal: AbortSignal): Promise<OwedPurchase[]> {
  const { data } = await request('GET /api/admin/owed', { signal });
  return data;
}

type Move = { user_id: string; kind: MoveKind; credits: number; reason: string; request_id: string };

/** Answers with the id of the ledger entry; the same `request_id` is booked once. */
export async function moveCredits(move: Move): Promise<number> {
  const { entry_id: entryId } = await request('POST /api/admin/credits', { body: move });
  return entryId;
}

type Operation = { id: string; action: GenerationAction; reason: string; request_id: string };

/** Answers with the generation that it came to: the same one, or the new one of a retry. */
export async function operateGeneration({ id, action, ...body }: Operation): Promise<PublicGeneration> {
  const { generation } = await request(`POST /api/admin/generations/{id}/${action}`, {
    params: { id },
    body,
  });
  return generation;
}

/** The newest line of a user for which `isWanted` holds, after everything on screen was read again. */
export async function findBooked(
  userId: string,
  isWanted: (line: AdminLine) => boolean,
): Promise<AdminLine | undefined> {
  const [{ ledger }] = await Promise.all([fetchUser(userId), refreshAdmin()]);
  return ledger.find(isWanted);
}
