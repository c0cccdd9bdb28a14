import type { Db } from '@atelier/db';
import type { ReceivedPush } from '@atelier/dev-stack/push-service';
import type { User } from '../load/user.ts';

type Row = {
  id: string;
  user_id: string;
  status: string;
  endpoint: string | null;
  is_of_program: boolean;
  deleted: boolean;
  is_last: boolean;
};

const notified = new Set(['completed', 'partial', 'failed']);

/**
 * The browser of every user who is notified got the end of each of its generations at least once, as it is now; of a batch
 * the end of the line that ended last, unless that was cancelled. No browser got anything else: no cancellation, nothing of
 * a program's, nothing of another user.
 */
export async function checkPushes(
  { pool }: Db,
  users: readonly User[],
  received: readonly ReceivedPush[],
): Promise<string[]> {
  const { rows } = await pool.query<Row>(
    `select g.id, g.user_id, g.status, s.endpoint, g.api_key_id is not null as is_of_program,
            g.deleted_at is not null as deleted,
            g.batch_id is null or not exists (
              select from generation line
                join ledger_entry e on e.entry_key in ('settle:' || line.id::text, 'release:' || line.id::text)
               where line.batch_id = g.batch_id and line.id <> g.id
                 and e.id > (select max(own.id) from ledger_entry own
                              where own.entry_key in ('settle:' || g.id::text, 'release:' || g.id::text))) as is_last
       from generation g left join push_subscription s on s.user_id = g.user_id`,
  );
  const ownerOf = new Map(users.map(({ pushEndpoint, client }) => [pushEndpoint, client.userId]));
  const known = new Map(rows.map((row) => [row.id, row]));
  const arrived = new Set(received.map(({ endpoint, payload }) => `${endpoint} ${payload.id}`));
  const missing = rows.filter(
    ({ id, status, endpoint, is_of_program, deleted, is_last }) =>
      endpoint !== null &&
      notified.has(status) &&
      !is_of_program &&
      !deleted &&
      is_last &&
      !arrived.has(`${endpoint} ${id}`),
  );
  const wrong = received.flatMap(({ endpoint, payload }) => {
    const row = known.get(payload.id);
    if (row?.user_id !== ownerOf.get(endpoint)) return [`that of ${payload.id} went to another user`];
    if (row?.is_of_program) return [`${payload.id} was ordered by a program, and a browser was notified`];
    // No key of the load asks its owner.
    if (!('status' in payload)) return [`${payload.id} is a question of a program`];
    return row?.status === payload.status
      ? []
      : [`that of ${payload.id} said ${payload.status}, and it is ${row?.status}`];
  });
  return [...missing.map(({ id }) => `that of ${id} never arrived`), ...wrong].map(
    (problem) => `pushes: ${problem}`,
  );
}
