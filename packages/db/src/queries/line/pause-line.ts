import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';
import { repeatWhileLocked } from './repeat-while-locked.ts';

const pause = preparedQuery<{ user_id: string }>(
  'pause-line',
  `update credit_account set is_line_paused = $2, revision = revision + 1
    where user_id = $1 and is_line_paused <> $2
   returning user_id`,
);

/** Pauses or resumes a line: while paused none of it starts, and submissions wait. Returns false when nothing changed. */
export async function setLinePaused(on: Queryable, userId: string, isPaused: boolean): Promise<boolean> {
  return (await pause(on, [userId, isPaused])).length > 0;
}

const note = preparedQuery(
  'note-stop-after',
  'update credit_account set revision = revision + 1 where user_id = $1',
);
const hold = preparedQuery<{ id: string }>(
  'hold-one-waiting',
  `select id from generation where id = $1 and user_id = $2 and status = 'waiting' for no key update nowait`,
);
const mark = preparedQuery('mark-stop-after', 'update generation set stop_after = $2 where id = $1');

type Stop = { userId: string; id: string; isOn: boolean };

/** Sets whether the line pauses when this one has started. Returns false when it does not wait in the user's line. */
export function setStopAfter(db: Db, { userId, id, isOn }: Stop): Promise<boolean> {
  return repeatWhileLocked(() =>
    inTransaction(db, async (on) => {
      await note(on, [userId]);
      const [found] = await hold(on, [id, userId]);
      if (found) await mark(on, [id, isOn]);
      return found !== undefined;
    }),
  );
}
