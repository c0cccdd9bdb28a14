import type { PublicTakeOut } from '@atelier/contract';
import { markTakeOutsOutdated, type Queryable, type TakeOutRow } from '@atelier/db';
import type { Emitter } from '@atelier/realtime';

export type NotifyDeps = { db: { pool: Queryable }; realtime: Pick<Emitter, 'emitToUser'> };

/** A take-out as its owner sees it. */
export function toPublicTakeOut(row: TakeOutRow): PublicTakeOut {
  const state = row.state as 'preparing' | 'ready' | 'failed';
  return {
    id: row.id,
    revision: row.revision,
    state: row.is_outdated && state === 'ready' ? 'outdated' : state,
    progress: { done: row.done_records, total: row.total_records },
    bytes: row.archive_bytes,
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  };
}

/** Sends the state to the owner's browsers; undefined when nothing has changed. */
export async function notifyTakeOut({ realtime }: NotifyDeps, row: TakeOutRow | undefined): Promise<void> {
  if (row) await realtime.emitToUser(row.user_id, 'take-out:changed', { take_out: toPublicTakeOut(row) });
}

/** Ends the archives with these files, which were removed from the store: a zip without them would be broken. */
export async function outdateTakeOuts(deps: NotifyDeps, keys: readonly string[]): Promise<void> {
  const rows = await markTakeOutsOutdated(deps.db.pool, keys);
  await Promise.all(rows.map((row) => notifyTakeOut(deps, row)));
}
