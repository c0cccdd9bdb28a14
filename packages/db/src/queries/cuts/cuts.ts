import type { CutPlan } from '@atelier/catalog/cuts';
import type { AppErrorCode } from '@atelier/contract';
import type { Selectable } from 'kysely';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import type { Cut } from '../../schema.gen.ts';
import { takeTurn } from '../../transaction.ts';
import type { GenerationSource } from '../generations/reserve/new-generation.ts';

export type CutRow = Selectable<Cut>;

/** How long a run is left alone after its last sign of life. */
const leaseSeconds = 30;
/** A render whose process has died this often is not tried again. */
const maxCrashes = 10;
/**
 * When the next run may begin: as the lease ends at first, then ever later. What killed the processes was rarely the cut,
 * which is rendered in a process of its own; if it was, it kills few.
 */
const dueAt = 'next_check_at + make_interval(mins => least(15, floor(power(2, crashes - 4))::integer))';
/** Seconds for which a cut that has ended, and its request_id, are known. */
const kept = `interval '24 hours'`;

export type NewCut = {
  id: string;
  userId: string;
  requestId: string | null;
  plan: CutPlan;
  sources: readonly GenerationSource[];
  projectId: string | null;
  /** Most cuts of the user that may wait or run, this one included. */
  maxOpen: number;
};

const insert = namedQuery<CutRow>(
  'insert-cut',
  `insert into cut (id, user_id, request_id, plan, sources, project_id)
   select :id, :userId, :requestId, :plan, :sources, :projectId
    where (select count(*) from cut where user_id = :userId and state in ('waiting', 'running')) < :maxOpen
   on conflict (user_id, request_id) do nothing
   returning *`,
);

/** Must run in a transaction. Returns undefined when the user has too many open ones, or the request_id is known. */
export async function insertCut(
  on: Queryable,
  { plan, sources, ...cut }: NewCut,
): Promise<CutRow | undefined> {
  await takeTurn(on, `cuts of ${cut.userId}`);
  const [row] = await insert(on, { ...cut, plan: JSON.stringify(plan), sources: JSON.stringify(sources) });
  return row;
}

const findByRequest = preparedQuery<CutRow>(
  'find-cut-of-request',
  'select * from cut where user_id = $1 and request_id = $2',
);

export async function findCutOfRequest(
  on: Queryable,
  userId: string,
  requestId: string,
): Promise<CutRow | undefined> {
  const [row] = await findByRequest(on, [userId, requestId]);
  return row;
}

const findOwn = preparedQuery<CutRow>('find-own-cut', 'select * from cut where id = $1 and user_id = $2');

/** Returns undefined when it is unknown, another user's, or ended long ago. */
export async function findOwnCut(on: Queryable, id: string, userId: string): Promise<CutRow | undefined> {
  const [row] = await findOwn(on, [id, userId]);
  return row;
}

const listOwn = preparedQuery<CutRow>(
  'list-own-cuts',
  `select * from cut
    where user_id = $1 and (finished_at is null or finished_at > now() - ${kept})
    order by created_at desc, id desc limit 50`,
);

/** The newest first. Uses cut_user. */
export function listOwnCuts(on: Queryable, userId: string): Promise<CutRow[]> {
  return listOwn(on, [userId]);
}

const claim = preparedQuery<CutRow>(
  'claim-next-cut',
  `update cut
      set state = 'running', run = run + 1, crashes = crashes + 1, revision = revision + 1, percent = 0,
          next_check_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (select next.id from cut next
                 where next.state in ('waiting', 'running') and next.next_check_at <= now()
                   and ${dueAt} <= now() and next.crashes < ${maxCrashes}
                 order by (select count(*) from cut of_user
                            where of_user.user_id = next.user_id
                              and (of_user.next_check_at > now() or of_user.finished_at > now() - interval '1 hour')),
                          next.created_at, next.id
                 limit 1 for update skip locked)
   returning *`,
);

/**
 * The right to render the next cut, while the lease is renewed: that of the user who had the fewest within the hour, so
 * that many long ones of one user keep the others waiting for one of them. Returns undefined when none is to be rendered.
 */
export async function claimNextCut(on: Queryable): Promise<CutRow | undefined> {
  const [row] = await claim(on, []);
  return row;
}

type Run = Pick<CutRow, 'id' | 'run'>;

const renew = namedQuery<CutRow>(
  'renew-cut',
  `update cut
      set revision = revision + case when percent is distinct from :percent then 1 else 0 end, percent = :percent,
          next_check_at = now() + make_interval(secs => ${leaseSeconds})
    where id = :id and run = :run and state = 'running'
   returning *`,
);

/** Stores the progress of a run and keeps its lease. Returns undefined when it was cancelled, or another run has taken over. */
export async function renewCut(
  on: Queryable,
  { id, run }: Run,
  percent: number,
): Promise<CutRow | undefined> {
  const [row] = await renew(on, { id, run, percent });
  return row;
}

const giveBack = preparedQuery(
  'give-back-cut',
  `update cut
      set crashes = crashes - 1, percent = 0, revision = revision + 1,
          next_check_at = now() + make_interval(secs => $3)
    where id = $1 and run = $2 and state = 'running'`,
);

/** Leaves the cut to another run after these seconds, without counting a crash: the reason lay outside of it. */
export async function giveBackCut(on: Queryable, { id, run }: Run, afterSeconds: number): Promise<void> {
  await giveBack(on, [id, run, afterSeconds]);
}

const fail = preparedQuery<CutRow>(
  'fail-cut',
  `update cut
      set state = 'failed', error_code = $3, percent = null, revision = revision + 1, finished_at = now()
    where id = $1 and run = $2 and state in ('waiting', 'running')
   returning *`,
);

/** Ends a cut. Returns undefined when it was cancelled, or another run has taken over. */
export async function markCutFailed(
  on: Queryable,
  { id, run }: Run,
  code: AppErrorCode,
): Promise<CutRow | undefined> {
  const [row] = await fail(on, [id, run, code]);
  return row;
}

const cancel = preparedQuery<CutRow>(
  'cancel-cut',
  `update cut set state = 'cancelled', percent = null, revision = revision + 1, finished_at = now()
    where id = $1 and user_id = $2 and state in ('waiting', 'running')
   returning *`,
);

/** Cancels a cut; its run notices when it renews its lease. Returns undefined when the cut has ended. */
export async function markCutCancelled(
  on: Queryable,
  id: string,
  userId: string,
): Promise<CutRow | undefined> {
  const [row] = await cancel(on, [id, userId]);
  return row;
}

export type DueCut = Pick<CutRow, 'id' | 'run'> & { is_crashing: boolean; minutes_late: number };

const listDue = preparedQuery<DueCut>(
  'list-due-cuts',
  `select id, run, crashes >= ${maxCrashes} as is_crashing,
          floor(extract(epoch from now() - (${dueAt})) / 60)::integer as minutes_late
     from cut where state in ('waiting', 'running') and next_check_at <= now() and ${dueAt} <= now()
    order by next_check_at limit 100`,
);

/** Lists cuts that no process renders. Uses cut_due. */
export function listDueCuts(on: Queryable): Promise<DueCut[]> {
  return listDue(on, []);
}
