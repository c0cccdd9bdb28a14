import type { WaitingReason } from '@atelier/contract';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

/**
 * Why something of a kind that waits does not start: what its owner cannot end alone comes first. `account`: its row of
 * `credit_account` in the statement.
 */
const waitingReason = (account: string, kind: string) =>
  `case when ${account}.debt > 0 then 'debt' when ${account}.is_line_paused then 'paused'
        when is_provider_held() then 'provider' when is_kind_held(${kind}) then 'model' else 'place' end`;

const positions = preparedQuery<{ id: string; ahead: number; waiting_reason: WaitingReason }>(
  'line-positions',
  `select id, ahead::integer,
          (select ${waitingReason('a', 'line.kind')} from credit_account a where a.user_id = line.user_id) as waiting_reason
     from (select id, user_id, kind, row_number() over (partition by user_id order by line_place, id) - 1 as ahead
             from generation
            where status = 'waiting' and user_id in (select distinct user_id from generation where id = any($1))) line
    where id = any($1)`,
);

/** A row that may wait; the reason is absent when it was not asked for. */
type Placed<Row> = Row & { waiting_reason?: WaitingReason };

/**
 * Gives rows that wait the number of their user's own that are ahead, as their queue_position, and why they do not start.
 * Without one that waits nothing is asked. Uses generation_line.
 */
export async function withLinePositions<Row extends Pick<GenerationRow, 'id' | 'status' | 'queue_position'>>(
  on: Queryable,
  rows: readonly Row[],
): Promise<Placed<Row>[]> {
  const waiting = rows.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return [...rows];
  const found = await positions(on, [waiting.map(({ id }) => id)]);
  const places = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const place = places.get(row.id);
    return place ? { ...row, queue_position: place.ahead, waiting_reason: place.waiting_reason } : row;
  });
}

export type LineRow = Pick<
  GenerationRow,
  'id' | 'kind' | 'medium' | 'prompt' | 'model' | 'cost' | 'expected_seconds' | 'created_at' | 'stop_after'
>;
/** How a user's line stands. `revision` rises with every change. */
export type LineState = {
  running: number;
  is_line_paused: boolean;
  /** Credits of payments that went back, without which nothing starts. */
  debt: number;
  waiting_reason: WaitingReason;
  revision: number;
};

const state = preparedQuery<LineState>(
  'line-state',
  `select running, is_line_paused, debt, ${waitingReason('a', 'head.kind')} as waiting_reason, revision
     from credit_account a
     left join lateral (select kind from generation where user_id = $1 and status = 'waiting'
                         order by line_place, id limit 1) head on true
    where user_id = $1`,
);
const list = preparedQuery<LineRow>(
  'list-line',
  `select id, kind, medium, left(prompt, 200) as prompt, model, cost, expected_seconds, created_at, stop_after
     from generation
    where user_id = $1 and status = 'waiting' order by line_place, id`,
);

/**
 * Reads the generations of a user's line in order, with prompts cut to 200 characters. The state is read first: what changes in
 * between has a higher revision. Uses generation_line.
 */
export async function readLine(on: Queryable, userId: string): Promise<LineState & { rows: LineRow[] }> {
  const [found] = await state(on, [userId]);
  if (!found) throw new Error(`The user ${userId} has no credit account`);
  return { ...found, rows: await list(on, [userId]) };
}
