import type { GenerationRow } from '../../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../../prepared.ts';
import type { ProviderEvent } from './provider-event.ts';

const adopt = preparedQuery<GenerationRow>(
  'adopt-result',
  `with waiting as materialized (
     select g.id, g.line_place, g.stop_after
       from generation g
      where g.id = $1 and g.status = 'waiting' and g.cancel_requested_at is null
        and exists (select from provider_submission s
                     where s.generation_id = g.id and s.attempt = $2 and s.token_hash = $3
                       and s.state not in ('refused', 'given_up'))
        for no key update of g
   ), adopted as (
     update generation g
        set status = 'processing', submit_state = 'sent', provider_request_id = $4, provider_result = $5,
            stage = 'saving', stage_started_at = now(), line_place = null, stop_after = false,
            started_at = now(), submitted_at = now(), start_place = coalesce(g.start_place, place_of_start(now())),
            deadline_at = now() + (g.deadline_at - g.created_at), next_check_at = now() + interval '10 seconds',
            revision = g.revision + 1
       from waiting where g.id = waiting.id
     returning g.*
   ), account as (
     update credit_account a
        set running = a.running + 1, waiting = a.waiting - 1, revision = a.revision + 1,
            is_line_paused = a.is_line_paused or waiting.stop_after
       from adopted join waiting on waiting.id = adopted.id where a.user_id = adopted.user_id
   ), submission as (
     update provider_submission s set provider_request_id = $4, state = 'sent'
       from adopted where s.generation_id = adopted.id and s.attempt = $2
   ), message as (
     insert into outbox (key, topic, payload)
     select 'finish:' || id, 'job',
            jsonb_build_object('name', 'finish-generation', 'generationId', id, 'run', watch_run)
       from adopted
     on conflict (key) do nothing
   )
   select * from adopted`,
);

/**
 * Takes the late result of an attempt without an answer as that of its generation, which waits in the line again because a
 * later attempt was refused. It leaves the line with its hold, even when no slot is free: the provider has made it already.
 * An error is not taken, since the generation is going to be made again. Returns undefined when it does not wait, the token
 * is wrong, or the attempt was refused or given up.
 */
export async function adoptResult(
  on: Queryable,
  event: Pick<ProviderEvent, 'generationId' | 'attempt' | 'providerRequestId' | 'result'> & {
    tokenHash: Buffer;
  },
): Promise<GenerationRow | undefined> {
  const { generationId, attempt, tokenHash, providerRequestId, result } = event;
  const [row] = await adopt(on, [
    generationId,
    attempt,
    tokenHash,
    providerRequestId,
    result == null ? null : JSON.stringify(result),
  ]);
  return row;
}
