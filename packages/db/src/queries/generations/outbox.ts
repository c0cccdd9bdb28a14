import { preparedQuery, type Queryable } from '../../prepared.ts';

export type OutboxRow = {
  key: string;
  topic: 'job' | 'event';
  payload: { name?: string; generationId: string; run?: number };
};

const take = preparedQuery<OutboxRow>(
  'take-outbox',
  `select key, topic, payload from outbox
    where created_at < now() - make_interval(secs => $1)
    order by created_at limit 500`,
);

/** Leftovers: rows whose writer did not get to send them within `olderThanSeconds`. */
export function listOutbox(on: Queryable, olderThanSeconds: number): Promise<OutboxRow[]> {
  return take(on, [olderThanSeconds]);
}

// A row that another process is removing right now is its to remove: waiting for each other could end in a deadlock.
// The commit does not wait for the disk: a row that a crash brings back is sent once more, which is harmless.
const remove = preparedQuery(
  'remove-outbox',
  `with hint as (select set_config('synchronous_commit', 'off', true))
   delete from outbox
    where key in (select key from outbox, hint where key = any($1) for update of outbox skip locked)`,
);

/** Removes messages that were sent. Sending one twice is harmless, forgetting one is not. */
export async function removeOutbox(on: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await remove(on, [keys]);
}

const postpone = preparedQuery(
  'postpone-outbox',
  `update outbox
      set created_at = now() + make_interval(secs => $2),
          payload = jsonb_set(payload, '{run}', to_jsonb(coalesce((payload->>'run')::integer, 0) + 1))
    where key = any($1)`,
);

/** Sends messages that stay until their work is done again after `seconds`, as another run. */
export async function postponeOutbox(on: Queryable, keys: readonly string[], seconds: number): Promise<void> {
  if (keys.length > 0) await postpone(on, [keys, seconds]);
}
