import type { LedgerFilter, LedgerKind, LedgerLine } from '@atelier/contract';
import type { LedgerRow, LedgerScope } from '@atelier/db';

/** A ledger entry as its owner sees it, without which operator made it. */
export function presentLine(row: LedgerRow): LedgerLine {
  return {
    id: row.id,
    kind: row.kind as LedgerKind,
    available: row.d_available,
    held: row.d_held,
    available_after: row.available_after,
    held_after: row.held_after,
    reason: row.reason,
    actor: row.actor === 'system' ? 'system' : 'operator',
    created_at: row.created_at.toISOString(),
    generation: row.generation_id
      ? {
          id: row.generation_id,
          kind: row.generation_kind ?? '',
          medium: row.generation_medium ?? '',
          status: row.generation_status ?? '',
          prompt: row.generation_prompt ?? '',
          is_deleted: row.generation_is_deleted ?? false,
        }
      : null,
    purchase: row.purchase_id
      ? { id: row.purchase_id, pack: row.purchase_pack, status: row.purchase_status ?? '' }
      : null,
    hash: row.hash.toString('hex'),
  };
}

/** A date without a time means its first moment in UTC. */
export function toLedgerScope(userId: string, { kind, from, to }: LedgerFilter): LedgerScope {
  return { userId, kind, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}
