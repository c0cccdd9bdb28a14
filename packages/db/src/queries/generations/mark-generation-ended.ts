import type { AppErrorCode, GenerationStatus } from '@atelier/contract';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Balance } from '../money/balance.ts';
import { type Operator, operatorActor } from '../money/operator-credits.ts';

export type Ending = {
  generationId: string;
  status: Exclude<GenerationStatus, 'pending' | 'processing'>;
  /** 0 to the cost; the rest is released. */
  chargeCredits: number;
  error: { code: AppErrorCode; detail: string | null } | null;
  /** The operator who ended it, and the reason; the ledger records both. Absent: no operator did. */
  by?: Operator;
  /** What the model says it used, when it said so. */
  seed?: number | undefined;
};

export type Ended = { generation: GenerationRow; balance: Balance };

/**
 * The only way to a terminal status, for webhook, poll, cancellation, time-out and
 * sweeper alike. One statement: end the generation, settle and release its hold, write both ledger entries (in this
 * order: a statement of account shows the balance after each), leave the event in the outbox. Locks go generation first, account second, as everywhere.
 */
const end = preparedQuery<
  GenerationRow & { left: number; held: number; credits_revision: number; has_ever_paid: boolean }
>(
  'mark-generation-ended',
  `with ended as (
     update generation
        set status = $2, settled = $3, released = cost - $3, stage = 'done', stage_started_at = now(),
            queue_position = null, percent = null, error_code = $4, error_detail = $5, finished_at = now(),
            provider_result = null, seed_used = $8, revision = revision + 1
      where id = $1 and status in ('pending', 'processing')
      returning *
   ), account as (
     update credit_account a
        set held = a.held - ended.cost, available = a.available + ended.released, running = a.running - 1,
            revision = a.revision + 1,
            spent_that_day = case when a.spent_on = (ended.created_at at time zone 'UTC')::date
                                  then greatest(a.spent_that_day - ended.released, 0) else a.spent_that_day end
       from ended where a.user_id = ended.user_id
      returning a.available, a.held, a.revision, a.has_ever_paid
   ), entries as (
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id, reason, actor)
     select ended.user_id, 'settle', 0, -ended.settled, account.available - ended.released,
            account.held + ended.released, 'settle:' || ended.id::text, ended.id, null, 'system'
       from ended, account where ended.settled > 0
     union all
     select ended.user_id, 'release', ended.released, -ended.released, account.available, account.held,
            'release:' || ended.id::text, ended.id, coalesce($6, ended.error_code, ended.status),
            coalesce($7, 'system')
       from ended, account where ended.released > 0
   ), message as (
     insert into outbox (key, topic, payload)
     select 'changed:' || ended.id::text, 'event', jsonb_build_object('generationId', ended.id) from ended
     on conflict (key) do nothing
   ), delivery as (
     insert into webhook_delivery (id, generation_id, user_id, url)
     select gen_random_uuid(), ended.id, ended.user_id, ended.webhook_url
       from ended where ended.webhook_url is not null
     on conflict (generation_id) do nothing
   ), superseded as (
     update provider_submission s set state = 'orphan'
       from ended
      where s.generation_id = ended.id and s.state in ('sent', 'unknown') and s.provider_request_id is not null
        and (ended.provider_request_id is distinct from s.provider_request_id)
   )
   select ended.*, account.available as left, account.held, account.revision as credits_revision,
          account.has_ever_paid
     from ended, account`,
);

/** Ends a generation. Undefined when it had ended already: the race is lost and nothing was changed. */
export async function markGenerationEnded(on: Queryable, ending: Ending): Promise<Ended | undefined> {
  const [row] = await end(on, [
    ending.generationId,
    ending.status,
    ending.chargeCredits,
    ending.error?.code ?? null,
    ending.error?.detail ?? null,
    ending.by?.reason ?? null,
    ending.by ? operatorActor(ending.by.operatorId) : null,
    ending.seed ?? null,
  ]);
  if (!row) return undefined;
  const { left, held, credits_revision, has_ever_paid, ...generation } = row;
  return { generation, balance: { available: left, held, has_ever_paid, revision: credits_revision } };
}
