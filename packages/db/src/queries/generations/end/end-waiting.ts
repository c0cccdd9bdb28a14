import type { GenerationRow } from '../../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../../prepared.ts';
import { operatorActor } from '../../money/operator-credits.ts';
import type { Ending } from './mark-generation-ended.ts';

const end = preparedQuery<GenerationRow>(
  'end-waiting',
  'select * from end_waiting($1, $2, $3, $4, $5, $6, $7)',
);

type WaitingEnd = Pick<Ending, 'error' | 'by'> & {
  userId: string;
  /** `all`: everything that waits in the user's line. */
  ids: readonly string[] | 'all';
  status: 'cancelled' | 'failed';
};

/**
 * Ends what waits, as many as there are, in one statement: releases the holds, and leaves the events in the outbox and
 * what is to be sent to the user's server and browsers. Returns those that it ended, in the order of the line; all
 * others have started or ended, or are another user's. Fails while one of them is locked: see `repeatWhileLocked`.
 */
export function endWaiting(
  on: Queryable,
  { userId, ids, status, error, by }: WaitingEnd,
): Promise<GenerationRow[]> {
  return end(on, [
    userId,
    ids === 'all' ? null : ids,
    status,
    error?.code ?? null,
    error?.detail ?? null,
    by?.reason ?? null,
    by ? operatorActor(by.operatorId) : null,
  ]);
}

const listOfClosed = preparedQuery<{ user_id: string }>(
  'list-waiting-of-closed',
  `select a.user_id from credit_account a join app_user u on u.id = a.user_id
    where a.waiting > 0 and u.closed_at is not null and ($1::uuid is null or a.user_id = $1)
    limit 1000`,
);

/** Accounts that their owners closed and that have some waiting, or this one of them. Uses credit_account_line. */
export async function listClosedLines(on: Queryable, userId?: string): Promise<string[]> {
  return (await listOfClosed(on, [userId ?? null])).map(({ user_id }) => user_id);
}
