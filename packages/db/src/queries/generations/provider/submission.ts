import type { BreakerSubject } from '@atelier/contract';
import type { GenerationRow } from '../../../generation-row.ts';
import { isAboutKind } from '../../../line-hold.ts';
import { preparedQuery, type Queryable } from '../../../prepared.ts';

export type Claimed = GenerationRow & {
  /** An operator has closed its kind: it is to be ended, and not to be submitted. */
  is_kind_closed: boolean;
  /** A breaker holds it, and it is not the one that probes: it is to go back into the line. */
  is_held: boolean;
  /** Subjects of open breakers that its submission probes, which an acceptance closes. */
  probed: BreakerSubject[];
};

const claim = preparedQuery<Claimed>(
  'claim-submission',
  `with claimed as (
     update generation
        set submit_state = 'sending', attempt = attempt + 1, next_check_at = now() + interval '20 seconds'
      where id = $1 and status = 'pending' and submit_state = 'none' and cancel_requested_at is null
        and deadline_at > now()
      returning *
   ), submission as (
     insert into provider_submission (generation_id, attempt, token_hash)
     select id, attempt, $2 from claimed
   )
   select claimed.*,
          exists (select from kind_closure c where c.kind = claimed.kind and c.closed_at is not null) as is_kind_closed,
          exists (select from provider_breaker b
                   where b.state = 'open' and b.probe_generation_id is distinct from claimed.id
                     and ${isAboutKind('b', 'claimed.kind')}) as is_held,
          array(select b.subject from provider_breaker b
                 where b.state = 'open' and b.probe_generation_id = claimed.id and b.code <> 'model_failing') as probed
     from claimed`,
);

/**
 * Claims the right to submit and writes the intent down, committed before the provider is called. `tokenHash` is
 * the SHA-256 of the token in this attempt's webhook address. The claim lasts 20 s, unless its lease is renewed. Returns
 * undefined when another process has claimed it, it was cancelled, or its deadline has passed and the sweeper ends it.
 */
export async function claimSubmission(
  on: Queryable,
  generationId: string,
  tokenHash: Buffer,
): Promise<Claimed | undefined> {
  const [row] = await claim(on, [generationId, tokenHash]);
  return row;
}

const noteRequest = preparedQuery(
  'note-request',
  'update generation set request_sha256 = $2 where id = $1 and request_sha256 is distinct from $2',
);

/** Notes the hash before the provider is called: its webhook may come before `recordSubmission`, and the files name what was asked. */
export async function noteRequestHash(on: Queryable, generationId: string, sha256: Buffer): Promise<void> {
  await noteRequest(on, [generationId, sha256]);
}

const record = preparedQuery<GenerationRow>(
  'record-submission',
  `with stored as (
     update generation
        set status = 'processing', submit_state = 'sent', provider_request_id = $3,
            stage = case when stage = 'reserved' then 'queued' else stage end,
            stage_started_at = now(), queue_position = $4, submitted_at = coalesce(submitted_at, now()),
            expected_seconds = $5::double precision, expected_most_seconds = $7, accepted_seconds = $5, accepted_most_seconds = $7,
            place_at_provider = $4, held_since = null,
            next_check_at = now() + make_interval(secs => $6), revision = revision + 1
      where id = $1 and submit_state in ('sending', 'unknown') and status in ('pending', 'processing')
        and (provider_request_id is null or provider_request_id = $3)
        and exists (select from provider_submission s
                     where s.generation_id = $1 and s.attempt = $2 and s.state not in ('refused', 'given_up'))
      returning *
   ), submission as (
     update provider_submission
        set provider_request_id = $3, state = case when exists (select from stored) then 'sent' else 'orphan' end
      where generation_id = $1 and attempt = $2 and provider_request_id is null
   ), counted as (
     delete from provider_breaker b using stored
      where b.state = 'counting' and b.code <> 'model_failing'
        and ${isAboutKind('b', 'stored.kind')}
   )
   select * from stored`,
);

type Accepted = {
  generationId: string;
  attempt: number;
  providerRequestId: string;
  queuePosition: number | null;
  /** Half of all are to end within the first, nine of ten within the second. */
  expectedSeconds: number;
  expectedMostSeconds: number;
  nextCheckSeconds: number;
};

/**
 * Stores the provider's id; refusals of submissions before it do not count any more. Undefined when the generation has
 * ended meanwhile, runs under another id, or was made free for a later attempt; then the submission is marked an orphan
 * for the sweeper to cancel. A webhook that came first has stored the same id already,
 * also on the submission's own row: only that row is read again after waiting for the webhook's transaction.
 */
export async function recordSubmission(
  on: Queryable,
  accepted: Accepted,
): Promise<GenerationRow | undefined> {
  const [row] = await record(on, [
    accepted.generationId,
    accepted.attempt,
    accepted.providerRequestId,
    accepted.queuePosition,
    accepted.expectedSeconds,
    accepted.nextCheckSeconds,
    accepted.expectedMostSeconds,
  ]);
  return row;
}

const reopen = preparedQuery<{ id: string }>(
  'reopen-submission',
  `with reopened as (
     update generation set submit_state = 'none', next_check_at = now() + make_interval(secs => $3)
      where id = $1 and attempt = $2 and status = 'pending' and submit_state in ('sending', 'unknown')
      returning id
   )
   update provider_submission set state = $4
    where generation_id = $1 and attempt = $2 and exists (select from reopened)
   returning generation_id as id`,
);

/** Makes the generation submittable again: the provider refused for now, or never answered. True when it was done. */
export async function reopenSubmission(
  on: Queryable,
  submission: { generationId: string; attempt: number; retrySeconds: number; state: 'refused' | 'unknown' },
): Promise<boolean> {
  const { generationId, attempt, retrySeconds, state } = submission;
  const rows = await reopen(on, [generationId, attempt, retrySeconds, state]);
  return rows.length > 0;
}

const markUnknown = preparedQuery(
  'mark-submission-unknown',
  `with lost as (
     update generation set submit_state = 'unknown', next_check_at = now() + make_interval(secs => $3)
      where id = $1 and attempt = $2 and submit_state = 'sending' and status = 'pending'
      returning id
   )
   update provider_submission set state = 'unknown'
    where generation_id = $1 and attempt = $2 and exists (select from lost)`,
);

/** The provider may have accepted without telling: wait for the webhook of this attempt before doing anything. */
export async function markSubmissionUnknown(
  on: Queryable,
  generationId: string,
  attempt: number,
  waitSeconds: number,
): Promise<void> {
  await markUnknown(on, [generationId, attempt, waitSeconds]);
}

const countUnknown = preparedQuery<{ count: number }>(
  'count-unknown-submissions',
  `select count(*)::integer as count from provider_submission where generation_id = $1 and state = 'unknown'`,
);

/** How often the provider did not say whether it took the job. */
export async function countUnknownSubmissions(on: Queryable, generationId: string): Promise<number> {
  const [row] = await countUnknown(on, [generationId]);
  return row?.count ?? 0;
}

type HeldUnknown = { generationId: string; waitSeconds: number; deadlineSeconds: number };

const hold = preparedQuery(
  'hold-unknown',
  `update generation
      set next_check_at = now() + make_interval(secs => $2),
          deadline_at = greatest(deadline_at, now() + make_interval(secs => $2 + $3)), held_since = coalesce(held_since, now())
    where id = $1 and status = 'pending' and submit_state = 'unknown'`,
);

/**
 * Waits that much longer for proof that a submission without an answer was accepted, because the provider takes none. From
 * then on it has as long as after a start: a deadline that only moved by the wait would pass before the attempt that comes
 * after it.
 */
export async function holdUnknown(
  on: Queryable,
  { generationId, waitSeconds, deadlineSeconds }: HeldUnknown,
): Promise<void> {
  await hold(on, [generationId, waitSeconds, deadlineSeconds]);
}
