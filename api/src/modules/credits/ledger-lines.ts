import type { LedgerFilter, LedgerGroup, LedgerKind, LedgerLine } from '@atelier/contract';
import type { LedgerGroup as Group, LedgerRow, LedgerScope, MediaUrl } from '@atelier/db';

type GenerationMedium = NonNullable<LedgerLine['generation']>['medium'];

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
          medium: row.generation_medium as GenerationMedium,
          status: row.generation_status ?? '',
          prompt: row.generation_prompt ?? '',
          is_deleted: row.generation_is_deleted ?? false,
          api_key: row.key_ending === null ? null : { name: row.key_name ?? '', ending: row.key_ending },
        }
      : null,
    purchase: row.purchase_id
      ? { id: row.purchase_id, pack: row.purchase_pack, status: row.purchase_status ?? '' }
      : null,
    hash: row.hash.toString('hex'),
  };
}

export function presentGroup(
  { lines, poster_key, d_available, d_held }: Group,
  mediaUrl: MediaUrl,
): LedgerGroup {
  return {
    available: d_available,
    held: d_held,
    poster_url: poster_key && mediaUrl(poster_key),
    lines: lines.map(presentLine),
  };
}

/** A date without a time means its first moment in UTC. */
export function toLedgerScope(userId: string, { kind, from, to }: LedgerFilter): LedgerScope {
  return { userId, kind, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}
