import type {
  AdminUser,
  AdminUserReply,
  LedgerKind,
  PublicGeneration,
  PublicPurchase,
} from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import type { AdminSearch } from './admin-search.ts';

type Page<Row> = { data: Row[]; total: number; page: number; totalPages: number };

export type AdminLine = AdminUserReply['ledger'][number];
export type AdminPurchase = AdminUserReply['purchases'][number];
export type OwedPurchase = PublicPurchase & { owed_credits: number; user_id: string; email: string };
export type MoveKind = Extract<LedgerKind, 'grant' | 'refund' | 'adjustment'>;
export type GenerationAction = 'retry' | 'fail' | 'refund';

export function fetchUsers(
  { search = '', page = 1 }: AdminSearch,
  signal: AbortSignal,
): Promise<Page<AdminUser>> {
  return request<Page<AdminUser>>(`/api/admin/users?${new URLSearchParams({ search, page: String(page) })}`, {
    signal,
  });
}

export function fetchUser(id: string, signal?: AbortSignal): Promise<AdminUserReply> {
  return request<AdminUserReply>(`/api/admin/users/${id}`, { signal });
}

export function fetchUserLedger(id: string, page: number, signal: AbortSignal): Promise<Page<AdminLine>> {
  return request<Page<AdminLine>>(`/api/admin/users/${id}/ledger?page=${page}`, { signal });
}

export async function fetchOwed(signal: AbortSignal): Promise<OwedPurchase[]> {
  const { data } = await request<{ data: OwedPurchase[] }>('/api/admin/owed', { signal });
  return data;
}

type Move = { user_id: string; kind: MoveKind; credits: number; reason: string; request_id: string };

/** Answers with the id of the ledger entry; the same `request_id` is booked once. */
export async function moveCredits(move: Move): Promise<number> {
  const { entry_id: entryId } = await request<{ entry_id: number }>('/api/admin/credits', {
    method: 'POST',
    body: move,
  });
  return entryId;
}

type Operation = { id: string; action: GenerationAction; reason: string; request_id: string };

/** Answers with the generation that it came to: the same one, or the new one of a retry. */
export async function operateGeneration({ id, action, ...body }: Operation): Promise<PublicGeneration> {
  const reply = await request<{ generation: PublicGeneration }>(`/api/admin/generations/${id}/${action}`, {
    method: 'POST',
    body,
  });
  return reply.generation;
}
