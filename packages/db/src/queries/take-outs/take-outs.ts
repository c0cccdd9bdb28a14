import type { Selectable } from 'kysely';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import type { TakeOut } from '../../schema.gen.ts';

export type TakeOutRow = Selectable<TakeOut>;

/** How long a run is left alone after its last sign of life. */
const leaseSeconds = 60;
const lifetime = `interval '7 days'`;
const maxRuns = 8;

const insert = namedQuery<TakeOutRow>(
  'insert-take-out',
  `insert into take_out (id, user_id, language, token, expires_at)
   values (:id, :userId, :language, :token, now() + ${lifetime})
   on conflict (user_id) where state = 'preparing' do nothing
   returning *`,
);

type NewTakeOut = {
  id: string;
  userId: string;
  language: string;
  /** The secret without which a session that is not fresh downloads nothing. */
  token: string;
};

/** Returns undefined when a take-out of this user is being prepared. */
export async function insertTakeOut(on: Queryable, takeOut: NewTakeOut): Promise<TakeOutRow | undefined> {
  const [row] = await insert(on, takeOut);
  return row;
}

const findNewest = preparedQuery<TakeOutRow>(
  'find-newest-take-out',
  `select * from take_out where user_id = $1 and expires_at > now() order by created_at desc, id desc limit 1`,
);

/** The one that the user sees. Uses take_out_user. */
export async function findNewestTakeOut(on: Queryable, userId: string): Promise<TakeOutRow | undefined> {
  const [row] = await findNewest(on, [userId]);
  return row;
}

const findOwn = preparedQuery<TakeOutRow>(
  'find-take-out',
  'select * from take_out where id = $1 and user_id = $2 and expires_at > now()',
);

/** Returns undefined when the take-out is unknown, expired, or another user's. */
export async function findOwnTakeOut(
  on: Queryable,
  id: string,
  userId: string,
): Promise<TakeOutRow | undefined> {
  const [row] = await findOwn(on, [id, userId]);
  return row;
}

export type ClaimedTakeOut = TakeOutRow & {
  frame_key: string;
  /** Frame of an earlier run that did not end; nothing refers to it any more. */
  replaced_frame_key: string | null;
  email: string;
};

const claim = preparedQuery<ClaimedTakeOut>(
  'claim-take-out',
  `with due as (
     select t.id, t.frame_key, u.email from take_out t join app_user u on u.id = t.user_id
      where t.id = $1 and t.state = 'preparing' and t.next_check_at <= now()
        for update of t skip locked
   )
   update take_out t
      set run = run + 1, revision = revision + 1, done_records = 0, frame_key = replace($2, '*', t.user_id::text),
          next_check_at = now() + make_interval(secs => ${leaseSeconds})
     from due
    where t.id = due.id
   returning t.*, due.frame_key as replaced_frame_key, due.email`,
);

/**
 * The right to prepare it, while the lease is renewed. A star in the key stands for the user. Undefined: another process
 * has it, or it has ended.
 */
export async function claimTakeOut(
  on: Queryable,
  id: string,
  frameKey: string,
): Promise<ClaimedTakeOut | undefined> {
  const [row] = await claim(on, [id, frameKey]);
  return row;
}

const renew = namedQuery<TakeOutRow>(
  'renew-take-out',
  `update take_out
      set done_records = :done, total_records = :total, next_check_at = now() + make_interval(secs => :leaseSeconds),
          revision = revision + case when done_records = :done and total_records = :total then 0 else 1 end
    where id = :id and run = :run and state = 'preparing'
   returning *`,
);

type Run = Pick<TakeOutRow, 'id' | 'run'>;

/** Stores the progress of a run and keeps its lease. Returns undefined when another run has taken over. */
export async function renewTakeOut(
  on: Queryable,
  { id, run }: Run,
  progress: { done: number; total: number; leaseSeconds?: number },
): Promise<TakeOutRow | undefined> {
  const [row] = await renew(on, { leaseSeconds, ...progress, id, run });
  return row;
}

const markReady = namedQuery<TakeOutRow>(
  'mark-take-out-ready',
  `with ready as (
     update take_out
        set state = 'ready', revision = revision + 1, done_records = :generations, total_records = :generations,
            frame_bytes = :frameBytes, archive_bytes = :archiveBytes,
            ready_at = now(), expires_at = now() + ${lifetime}
      where id = :id and run = :run and state = 'preparing'
     returning *
   ), earlier_runs as (
     delete from take_out_file f using ready where f.take_out_id = ready.id and f.run < ready.run
   ), earlier_take_outs as (
     update take_out t set expires_at = now() from ready where t.user_id = ready.user_id and t.id <> ready.id
   )
   select * from ready`,
);

/** Makes it available, and earlier ones of the user not any more. Returns undefined when another run has taken over. */
export async function markTakeOutReady(
  on: Queryable,
  { id, run }: Run,
  archive: { frameBytes: number; archiveBytes: number; generations: number },
): Promise<TakeOutRow | undefined> {
  const [row] = await markReady(on, { id, run, ...archive });
  return row;
}

const markRunFailed = preparedQuery<TakeOutRow>(
  'mark-take-out-run-failed',
  `update take_out
      set state = case when run >= ${maxRuns} then 'failed' else state end, revision = revision + 1,
          next_check_at = now() + make_interval(secs => 30 * run)
    where id = $1 and run = $2 and state = 'preparing'
   returning *`,
);

/** Schedules another try; after the last the state is `failed`. Returns undefined when another run has taken over. */
export async function markTakeOutRunFailed(on: Queryable, { id, run }: Run): Promise<TakeOutRow | undefined> {
  const [row] = await markRunFailed(on, [id, run]);
  return row;
}

export type DueTakeOut = Pick<TakeOutRow, 'id' | 'run'> & { has_runs_left: boolean; minutes_late: number };

const listDue = preparedQuery<DueTakeOut>(
  'list-due-take-outs',
  `select id, run, run < ${maxRuns} as has_runs_left,
          floor(extract(epoch from now() - next_check_at) / 60)::integer as minutes_late
     from take_out
    where state = 'preparing' and next_check_at <= now() order by next_check_at limit 100`,
);

/** Lists take-outs that no process works on. Uses take_out_due. */
export function listDueTakeOuts(on: Queryable): Promise<DueTakeOut[]> {
  return listDue(on, []);
}

const markOutdated = preparedQuery<TakeOutRow>(
  'mark-take-outs-outdated',
  `update take_out set is_outdated = true, revision = revision + 1
    where not is_outdated and state <> 'failed'
      and id in (select take_out_id from take_out_file where storage_key = any($1))
   returning *`,
);

/** Files were removed, so the archives that contain them cannot be downloaded any more. Returns those archives. */
export function markTakeOutsOutdated(on: Queryable, keys: readonly string[]): Promise<TakeOutRow[]> {
  return markOutdated(on, [keys]);
}

const listExpired = preparedQuery<Pick<TakeOutRow, 'id' | 'frame_key'>>(
  'list-expired-take-outs',
  'select id, frame_key from take_out where expires_at <= now() order by expires_at limit 100',
);

/** Uses take_out_expiry. */
export function listExpiredTakeOuts(on: Queryable): Promise<Pick<TakeOutRow, 'id' | 'frame_key'>[]> {
  return listExpired(on, []);
}

const remove = preparedQuery('delete-take-out', 'delete from take_out where id = $1 and expires_at <= now()');

/** Deletes the row once its frame was removed from the store. */
export async function deleteExpiredTakeOut(on: Queryable, id: string): Promise<void> {
  await remove(on, [id]);
}
