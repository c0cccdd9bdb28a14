import type { AppErrorCode, GenerationStatus } from '@atelier/contract';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { spentAfterRelease } from '../../spent-that-day.ts';
import type { Balance } from '../money/balance.ts';
import { type Operator, operatorActor } from '../money/operator-credits.ts';

export type Ending = {
  generationId: string;
  status: Exclude<GenerationStatus, 'waiting' | 'pending' | 'processing'>;
  /** 0 to the cost; the rest is released. */
  chargeCredits: number;
  error: {
    code: AppErrorCode;
    /** For operators. */
    detail: string | null;
    /** The model's own words for the owner, as a whole and by field. */
    reason?: string | null;
    fields?: readonly { field: string; message: string }[];
  } | null;
  /** It ends only at this revision. For an end that depends on the outputs: another run may be storing one more. */
  ifRevision?: number;
  /** The operator who ended it, and the reason; the ledger records both. Absent: no operator did. */
  by?: Operator;
  /** What the model says it used, when it said so. */
  seed?: number | undefined;
};

export type Ended = {
  generation: GenerationRow;
  balance: Balance;
  /** Messages for the user's browsers that asked to be notified, which are now to be sent. */
  pushIds: readonly string[];
  /** How many of the user's wait for a place in the line: `startWaiting` is to be called when there are any. */
  waiting: number;
};

const ofEnded = { released: 'ended.released', createdAt: 'ended.created_at' };

/**
 * The only way to a terminal status of what has started (what waits: `endWaiting`), for webhook, poll, cancellation,
 * time-out and sweeper alike. One statement: end the generation, settle and release its hold, write both ledger entries (in this
 * order: a statement of account shows the balance after each), leave the event in the outbox, and what is to be sent to
 * the user's server and browsers. Locks go generation first, API key second, account third, as everywhere: the account is
 * joined with what was done to the key. Subscriptions come after the account, as when an account is closed; one whose
 * session ends at this moment is left out.
 */
const end = preparedQuery<
  GenerationRow & {
    left: number;
    held: number;
    credits_revision: number;
    has_ever_paid: boolean;
    push_ids: string[];
    waiting: number;
  }
>(
  'mark-generation-ended',
  `with ended as (
     update generation
        set status = $2, settled = $3, released = cost - $3, stage = 'done', stage_started_at = now(),
            queue_position = null, percent = null, error_code = $4, error_detail = $5, error_reason = $9,
            error_fields = $10, finished_at = now(),
            provider_result = null, seed_used = $8, revision = revision + 1
      where id = $1 and status in ('pending', 'processing') and ($11::integer is null or revision = $11)
      returning *
   ), payer as (
     update api_key k
        set spent = greatest(k.spent - ended.released, 0), spent_that_day = ${spentAfterRelease('k', ofEnded)}
       from ended where k.id = ended.api_key_id and ended.released > 0
      returning k.id
   ), account as (
     update credit_account a
        set held = a.held - ended.cost, available = a.available + ended.released, running = a.running - 1,
            revision = a.revision + 1, spent_that_day = ${spentAfterRelease('a', ofEnded)},
            image_credits = a.image_credits + case ended.medium when 'image' then ended.settled else 0 end
       from ended left join payer on payer.id = ended.api_key_id
      where a.user_id = ended.user_id
      returning a.available, a.held, a.revision, a.has_ever_paid, a.waiting
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
   ), pushes as (
     insert into push_message (generation_id, session_id)
     select ended.id, s.session_id
       from ended, account, push_subscription s
      where s.user_id = ended.user_id and ended.status <> 'cancelled' and ended.api_key_id is null
        and ended.deleted_at is null
        for key share of s
     on conflict (generation_id, session_id) do nothing
     returning id
   ), superseded as (
     update provider_submission s set state = 'orphan'
       from ended
      where s.generation_id = ended.id and s.state in ('sent', 'unknown') and s.provider_request_id is not null
        and (ended.provider_request_id is distinct from s.provider_request_id)
   )
   select ended.*, account.available as left, account.held, account.revision as credits_revision,
          account.has_ever_paid, account.waiting, array(select id from pushes) as push_ids
     from ended, account`,
);

/** Ends a generation. Undefined when it had ended already, or has another revision than that of the condition: nothing was changed. */
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
    ending.error?.reason ?? null,
    JSON.stringify(ending.error?.fields ?? []),
    ending.ifRevision ?? null,
  ]);
  if (!row) return undefined;
  const { left, held, credits_revision, has_ever_paid, push_ids: pushIds, waiting, ...generation } = row;
  const balance = { available: left, held, has_ever_paid, revision: credits_revision };
  return { generation, balance, pushIds, waiting };
}
