import type { Selectable } from 'kysely';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Batch } from '../../schema.gen.ts';

export type BatchRow = Selectable<Batch>;

export type NewBatch = {
  id: string;
  userId: string;
  name: string;
  projectId: string | undefined;
  lines: number;
  sets: number;
  costCredits: number;
  requestKey: string | undefined;
  bodySha256: Buffer;
};

const insert = preparedQuery<{ id: string }>(
  'insert-batch',
  `insert into batch (id, user_id, name, project_id, lines, sets, cost, request_key, body_sha256)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (user_id, request_key) do nothing
   returning id`,
);

/**
 * `repeated`: the user has a batch with this key already; waits for one that is being made with it. `project_deleted`: since
 * it was looked up; it ends the transaction.
 */
export async function insertBatch(
  on: Queryable,
  batch: NewBatch,
): Promise<'inserted' | 'repeated' | 'project_deleted'> {
  const {
    id,
    userId,
    name,
    projectId = null,
    lines,
    sets,
    costCredits,
    requestKey = null,
    bodySha256,
  } = batch;
  const values = [id, userId, name, projectId, lines, sets, costCredits, requestKey, bodySha256];
  try {
    return (await insert(on, values)).length > 0 ? 'inserted' : 'repeated';
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'batch_project_id_fkey') return 'project_deleted';
    throw error;
  }
}

/** Adds its generations by state, what they cost, its picks, and the pictures of its first lines that have one. */
export type BatchWithTotals = BatchRow & {
  waiting: number;
  running: number;
  completed: number;
  failed: number;
  /** Number of generations that are not in the trash. */
  generations: number;
  held: number;
  charged: number;
  released: number;
  picks: { set: number; generation_id: string }[];
  cover_keys: string[];
};

const totals = `
  select b.*, t.*,
         (select coalesce(jsonb_agg(jsonb_build_object('set', p.set, 'generation_id', p.generation_id) order by p.set), '[]')
            from batch_pick p where p.batch_id = b.id) as picks,
         array(select coalesce(o.poster_key, o.storage_key)
                 from generation g join output o on o.generation_id = g.id and o.position = 0
                where g.batch_id = b.id and g.deleted_at is null and g.medium in ('image', 'video')
                  and not o.is_flagged and coalesce(o.poster_key, o.storage_key) is not null
                order by g.batch_line limit 4) as cover_keys
    from batch b
    cross join lateral (
      select count(*) filter (where g.deleted_at is null)::integer as generations,
             count(*) filter (where g.deleted_at is null and g.status = 'waiting')::integer as waiting,
             count(*) filter (where g.deleted_at is null and g.status in ('pending', 'processing'))::integer as running,
             count(*) filter (where g.deleted_at is null and g.status in ('completed', 'partial'))::integer as completed,
             count(*) filter (where g.deleted_at is null and g.status in ('failed', 'cancelled'))::integer as failed,
             coalesce(sum(g.cost) filter (where g.finished_at is null), 0)::bigint as held,
             coalesce(sum(g.settled), 0)::bigint as charged,
             coalesce(sum(g.released), 0)::bigint as released
        from generation g where g.batch_id = b.id
    ) t`;

const find = preparedQuery<BatchWithTotals>('find-batch', `${totals} where b.id = $2 and b.user_id = $1`);

/** Returns undefined when the batch is unknown or another user's. */
export async function findOwnBatch(
  on: Queryable,
  userId: string,
  id: string,
): Promise<BatchWithTotals | undefined> {
  const [row] = await find(on, [userId, id]);
  return row;
}

const list = preparedQuery<BatchWithTotals>(
  'list-batches',
  `${totals}
    where b.user_id = $1
      and ($2::uuid is null or (b.created_at, b.id) < (select o.created_at, o.id from batch o where o.id = $2 and o.user_id = $1))
    order by b.created_at desc, b.id desc limit $3`,
);

/** A user's batches, newest first, or those older than `before`. Uses batch_of_user and, of each, generation_batch. */
export function listBatches(
  on: Queryable,
  { userId, before, limit }: { userId: string; before: string | undefined; limit: number },
): Promise<BatchWithTotals[]> {
  return list(on, [userId, before ?? null, limit]);
}

type FirstBatch = { id: string; body_sha256: Buffer; left_credits: number };

const findFirst = preparedQuery<FirstBatch>(
  'find-first-batch',
  `select b.id, b.body_sha256, e.available_after as left_credits
     from batch b
     join generation g on g.batch_id = b.id and g.batch_line = b.lines
     join ledger_entry e on e.entry_key = 'reserve:' || g.id::text
    where b.user_id = $1 and b.request_key = $2`,
);

/** The batch that the first request with this key made, and what was left after it. */
export async function findFirstBatch(
  on: Queryable,
  userId: string,
  requestKey: string,
): Promise<FirstBatch | undefined> {
  const [row] = await findFirst(on, [userId, requestKey]);
  return row;
}

const listGenerations = preparedQuery<{ id: string; status: string }>(
  'list-batch-generations',
  'select id, status from generation where batch_id = $1 and user_id = $2 order by batch_line',
);

/** All generations of a batch in the order of its lines, also those in the trash. */
export function listBatchGenerations(
  on: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<{ id: string; status: string }[]> {
  return listGenerations(on, [id, userId]);
}

export type BatchEnd = {
  /** The line whose end completed the batch; null while others have not ended. */
  last_id: string | null;
  completed: number;
  failed: number;
};

// The entries of an account are in the order of its ends. The time of an end is that of its statement's beginning, which may
// have waited for the account while others ended.
const findEnd = preparedQuery<BatchEnd>(
  'find-batch-end',
  `select completed, failed,
          case when is_over
               then (select g.id from generation g
                       join ledger_entry e on e.entry_key in ('settle:' || g.id::text, 'release:' || g.id::text)
                      where g.batch_id = $1 and g.status <> 'cancelled' order by e.id desc limit 1) end as last_id
     from (select count(*) filter (where status in ('completed', 'partial'))::integer as completed,
                  count(*) filter (where status = 'failed')::integer as failed,
                  bool_and(finished_at is not null) as is_over
             from generation where batch_id = $1) lines`,
);

/** Whether all lines of a batch have ended, and how. Returns undefined when there is no such batch. */
export async function findBatchEnd(on: Queryable, id: string): Promise<BatchEnd | undefined> {
  const [row] = await findEnd(on, [id]);
  return row;
}

const rename = preparedQuery<{ id: string }>(
  'rename-batch',
  'update batch set name = $3 where id = $2 and user_id = $1 returning id',
);

/** Returns false when the batch is unknown or another user's. */
export async function renameBatch(
  on: Queryable,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  return (await rename(on, [userId, id, name])).length > 0;
}
