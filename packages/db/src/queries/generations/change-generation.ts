import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const request = preparedQuery<GenerationRow>(
  'request-cancellation',
  `update generation
      set cancel_requested_at = coalesce(cancel_requested_at, now()), stage = 'cancelling', stage_started_at = now(),
          watch_run = watch_run + 1, next_check_at = now() + interval '10 seconds', revision = revision + 1
    where id = $1 and user_id = $2 and status in ('pending', 'processing') and cancel_requested_at is null
      and stage in ('reserved', 'queued', 'generating')
    returning *`,
);

/**
 * Asks for a generation to be cancelled; from then on it is no longer submitted. The caller ends it at once when it
 * was never sent, else the watch job asks the provider. Undefined: it has ended, or its files are being saved.
 */
export async function requestCancellation(
  on: Queryable,
  generationId: string,
  userId: string,
): Promise<GenerationRow | undefined> {
  const [row] = await request(on, [generationId, userId]);
  return row;
}

export async function markVisibility(
  db: Db,
  change: { id: string; userId: string; isPublic: boolean },
): Promise<GenerationRow | undefined> {
  return db.kysely
    .updateTable('generation')
    .set({ is_public: change.isPublic, revision: sql`revision + 1` })
    .where('id', '=', change.id)
    .where('user_id', '=', change.userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
