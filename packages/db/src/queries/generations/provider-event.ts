import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const findToken = preparedQuery<{ token_hash: Buffer }>(
  'find-submission-token',
  'select token_hash from provider_submission where generation_id = $1 and attempt = $2',
);

/** The hash that the token in a webhook's address must match. */
export async function findSubmissionTokenHash(
  on: Queryable,
  generationId: string,
  attempt: number,
): Promise<Buffer | undefined> {
  const [row] = await findToken(on, [generationId, attempt]);
  return row?.token_hash;
}

export type ProviderEvent = {
  generationId: string;
  attempt: number;
  providerRequestId: string;
  kind: 'webhook' | 'poll';
  bodySha256: Buffer;
  /** The model's output, or null when it must be fetched. */
  result: unknown;
  /** The provider's error body when the model failed. */
  error: unknown;
  /** Of a webhook: nothing is stored unless it is that of the attempt's token. Absent: the provider was asked. */
  tokenHash?: Buffer;
};

/**
 * Stores a terminal answer of the provider once, however often it is delivered, also when it comes before the answer
 * to the submission (`recordSubmission` then finds the id in place). The first attempt to answer wins.
 */
const accept = preparedQuery<GenerationRow>(
  'accept-provider-event',
  `with event as (
     insert into provider_event (provider_request_id, kind, body_sha256, generation_id)
     select $3, $4, $5, $1
      where $8::bytea is null or exists (
              select from provider_submission s
               where s.generation_id = $1 and s.attempt = $2 and s.token_hash = $8)
     on conflict do nothing
     returning generation_id
   ), answered as (
     update generation g
        set status = 'processing', submit_state = 'sent', provider_request_id = $3,
            provider_result = $6::jsonb, provider_error = $7::jsonb,
            submitted_at = coalesce(g.submitted_at, now()),
            stage = 'saving', stage_started_at = now(), queue_position = null, revision = g.revision + 1,
            next_check_at = now() + interval '10 seconds'
       from event
      where g.id = event.generation_id and g.status in ('pending', 'processing')
        and g.provider_result is null and g.provider_error is null
      returning g.*
   ), submission as (
     update provider_submission s set provider_request_id = $3, state = 'sent'
      where s.generation_id = $1 and s.attempt = $2 and s.provider_request_id is distinct from $3
        and exists (select from answered)
   ), message as (
     insert into outbox (key, topic, payload)
     select 'finish:' || $1::text, 'job',
            jsonb_build_object('name', 'finish-generation', 'generationId', $1::text, 'run', answered.watch_run)
       from answered
     on conflict (key) do nothing
   )
   select * from answered`,
);

/** Undefined when the event was a duplicate, the generation has ended, or the token is another one: nothing was changed. */
export async function acceptProviderEvent(
  on: Queryable,
  event: ProviderEvent,
): Promise<GenerationRow | undefined> {
  const [row] = await accept(on, [
    event.generationId,
    event.attempt,
    event.providerRequestId,
    event.kind,
    event.bodySha256,
    event.result == null ? null : JSON.stringify(event.result),
    event.error == null ? null : JSON.stringify(event.error),
    event.tokenHash ?? null,
  ]);
  return row;
}
