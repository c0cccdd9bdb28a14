import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';
import { placesAfterMove } from './places-after-move.ts';
import { repeatWhileLocked } from './repeat-while-locked.ts';

const lock = preparedQuery<{ line_tail: number }>(
  'lock-line',
  'select line_tail from credit_account where user_id = $1 for no key update',
);
const list = preparedQuery<{ id: string; place: number }>(
  'list-places',
  `select id, line_place as place from generation where user_id = $1 and status = 'waiting' order by line_place, id`,
);
const hasStarted = preparedQuery<{ id: string }>(
  'has-started',
  `select id from generation where id = $1 and user_id = $2 and status <> 'waiting' and started_at is not null`,
);
const hold = preparedQuery(
  'hold-waiting',
  'select from generation where id = any($1) for no key update nowait',
);
const place = preparedQuery(
  'place-waiting',
  `update generation g set line_place = given.place
     from unnest($1::uuid[], $2::bigint[]) as given (id, place) where g.id = given.id`,
);
const note = preparedQuery(
  'note-line-change',
  'update credit_account set line_tail = greatest(line_tail, $2), revision = revision + 1 where user_id = $1',
);

type Move = {
  userId: string;
  ids: readonly string[];
  /** Generation to move them in front of; null for the end of the line. */
  before: string | null;
};

/**
 * Moves some that wait before another one, or to the end; they keep their order among each other. Moves at the same time
 * take turns. Returns the ids of those that were moved. When the other one has started they go to the front; when it
 * does not wait for another reason, none is moved.
 */
export function moveWaiting(db: Db, { userId, ids, before }: Move): Promise<string[]> {
  const move = async (on: Queryable) => {
    const [account] = await lock(on, [userId]);
    const line = await list(on, [userId]);
    const chosen = new Set(ids);
    const moved = line.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
    const isThere = before === null || line.some(({ id }) => id === before);
    if (!account || moved.length === 0 || !(isThere || (await hasStarted(on, [before, userId])).length > 0))
      return [];
    const anchor = isThere ? before : (line[0]?.id ?? null);
    const places = placesAfterMove(line, { moved: new Set(moved), before: anchor, tail: account.line_tail });
    const [changedIds, given] = [[...places.keys()], [...places.values()]];
    await hold(on, [changedIds]);
    await place(on, [changedIds, given]);
    await note(on, [userId, Math.max(...given)]);
    return moved;
  };
  return repeatWhileLocked(() => inTransaction(db, move));
}
