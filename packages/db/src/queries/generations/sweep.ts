import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const claimDue = preparedQuery<GenerationRow>(
  'claim-due',
  `update generation
      set next_check_at = now() + interval '20 seconds', watch_run = watch_run + 1
    where id in (select id from generation
                  where status in ('pending', 'processing') and next_check_at < now()
                  order by next_check_at limit 200 for update skip locked)
    returning *`,
);

/**
 * Running generations that were not polled in time, each given to one caller only. The raised `watch_run` makes an
 * older chain of watch jobs end. Uses generation_due.
 */
export function claimDueGenerations(on: Queryable): Promise<GenerationRow[]> {
  return claimDue(on, []);
}

const listOfClosed = preparedQuery<{ id: string; user_id: string }>(
  'list-running-of-closed',
  `select g.id, g.user_id from generation g join app_user u on u.id = g.user_id
    where g.status in ('pending', 'processing') and g.cancel_requested_at is null
      and g.stage in ('reserved', 'queued', 'generating')
      and u.closed_at is not null and ($1::uuid is null or g.user_id = $1)
    limit 2000`,
);

/** Lists running generations of accounts that their owners closed, or of one of them. Uses generation_running. */
export function listRunningOfClosed(
  on: Queryable,
  userId?: string,
): Promise<{ id: string; user_id: string }[]> {
  return listOfClosed(on, [userId ?? null]);
}

export type OrphanRow = {
  generation_id: string;
  attempt: number;
  provider_request_id: string;
  endpoint: string;
};

const listOrphan = preparedQuery<OrphanRow>(
  'list-orphans',
  `select s.generation_id, s.attempt, s.provider_request_id, g.provider_endpoint as endpoint
     from provider_submission s join generation g on g.id = s.generation_id
    where s.state = 'orphan' and s.provider_request_id is not null order by s.started_at limit 50`,
);

/** Submissions the provider accepted that no generation wants any more (docs/reliability.md). */
export function listOrphans(on: Queryable): Promise<OrphanRow[]> {
  return listOrphan(on, []);
}

const closeOrphan = preparedQuery(
  'close-orphan',
  `update provider_submission set state = 'orphan_cancelled'
    where generation_id = $1 and attempt = $2 and state = 'orphan'`,
);

export async function markOrphanCancelled(on: Queryable, orphan: OrphanRow): Promise<void> {
  await closeOrphan(on, [orphan.generation_id, orphan.attempt]);
}

const abandon = preparedQuery(
  'abandon-submission',
  `update provider_submission s set state = 'orphan'
     from generation g
    where g.id = $1 and g.status not in ('pending', 'processing')
      and s.generation_id = g.id and s.state = 'sent' and s.provider_request_id is not null`,
);

/** The provider may still be working for a generation that has ended without it: the sweeper cancels it there. */
export async function abandonSubmission(on: Queryable, generationId: string): Promise<void> {
  await abandon(on, [generationId]);
}

/**
 * Sessions, downloads and OAuth records that ran out, notices after 90 days, cuts that ended, idempotency keys, approvals
 * and provider events older than 24 h.
 */
export async function deleteExpired(on: Queryable): Promise<void> {
  const problems: unknown[] = [];
  for (const statement of expiries) await on.query(statement).catch((error: unknown) => problems.push(error));
  if (problems.length > 0) throw new AggregateError(problems, 'Some expired rows were not deleted');
}

const expiries = [
  'delete from user_session where expires_at < now()',
  `delete from account_notice where created_at < now() - interval '90 days'`,
  'delete from image_download where expires_at < now()',
  `delete from mail where state <> 'waiting' and created_at < now() - interval '7 days'`,
  `delete from idempotency_key where created_at < now() - interval '24 hours'`,
  `delete from approval where expires_at < now() - interval '24 hours'`,
  // A film whose cut has failed is not joined, also when that is forgotten.
  `with gone as (
     delete from cut where finished_at < now() - interval '24 hours' returning id, state
   )
   update film set joined = null from gone where film.cut_id = gone.id and gone.state <> 'completed'`,
  'delete from oauth_record where expires_at < now()',
  `delete from provider_event where received_at < now() - interval '24 hours'`,
];
