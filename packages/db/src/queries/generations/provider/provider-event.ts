import { runOncePerId } from '@atelier/coalesce';
import type { GenerationRow } from '../../../generation-row.ts';
import {
  bindParameters,
  type GroupSettings,
  givenRows,
  groupStatements,
  hiddenBatchLimit,
  listColumns,
  type ValueSql,
  withLockTimeout,
} from '../../../group-commit/group-statements.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../../prepared.ts';

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
  /** Hash of a webhook's token: nothing is stored unless it is that of the attempt. Absent when the provider was polled. */
  tokenHash?: Buffer;
};

/** The values of an event and their types. */
const types = {
  generationId: 'uuid',
  attempt: 'integer',
  providerRequestId: 'text',
  kind: 'text',
  bodySha256: 'bytea',
  result: 'jsonb',
  error: 'jsonb',
  tokenHash: 'bytea',
} satisfies Record<keyof ProviderEvent, string>;

/**
 * Stores a terminal answer of the provider once, however often it is delivered, also when it comes before the answer
 * to the submission (`recordSubmission` then finds the id in place). The first attempt to answer wins, except one that was
 * given up, with a return to the line or for another model. The status is compared
 * in words that keep the planner from the index of those that run, which may be more than it knows. `from`: where the
 * values come from when they are columns of a relation, which it names.
 */
const acceptance = (v: ValueSql<keyof typeof types>, { from = '', and = '' } = {}) => `
   event as (
     insert into provider_event (provider_request_id, kind, body_sha256, generation_id)
     select ${v.providerRequestId}, ${v.kind}, ${v.bodySha256}, ${v.generationId} ${from}
      where coalesce((
              select (${v.tokenHash} is null or s.token_hash = ${v.tokenHash}) and s.state not in ('refused', 'given_up')
                from provider_submission s
               where s.generation_id = ${v.generationId} and s.attempt = ${v.attempt} limit 1
            ), ${v.tokenHash} is null)
     on conflict do nothing
     returning generation_id
   ), answered as (
     update generation g
        set status = 'processing', submit_state = 'sent', provider_request_id = ${v.providerRequestId},
            provider_result = ${v.result}, provider_error = ${v.error},
            submitted_at = coalesce(g.submitted_at, now()),
            stage = 'saving', stage_started_at = now(), queue_position = null, revision = g.revision + 1,
            next_check_at = now() + interval '10 seconds'
       from event${and}
      where g.id = event.generation_id and g.id = ${v.generationId} and coalesce(g.status in ('pending', 'processing'), false)
        and g.provider_result is null and g.provider_error is null
      returning g.*
   ), submission as (
     update provider_submission s set provider_request_id = ${v.providerRequestId}, state = 'sent' ${from}
      where s.generation_id = ${v.generationId} and s.attempt = ${v.attempt}
        and s.provider_request_id is distinct from ${v.providerRequestId}
        and exists (select from answered where answered.id = ${v.generationId})
   ), message as (
     insert into outbox (key, topic, payload)
     select 'finish:' || answered.id::text, 'job',
            jsonb_build_object('name', 'finish-generation', 'generationId', answered.id::text,
                               'run', answered.watch_run)
       from answered
     on conflict (key) do nothing
   )
   select * from answered`;

const accept = namedQuery<GenerationRow>(
  'accept-provider-event',
  `with ${acceptance(bindParameters(types))}`,
);

/**
 * One event for each of several generations. One that another transaction holds is left. `limit 1` makes it find the
 * generation in its key.
 */
const acceptEach = namedQuery<GenerationRow>(
  'accept-provider-event-of-each',
  `with ${withLockTimeout}, entry as materialized (
     select given.*
       from setting cross join (select * from ${givenRows(types)} ${hiddenBatchLimit}) given
      cross join lateral (
              select from generation g where g.id = given."generationId" limit 1
                for no key update skip locked
            ) locked
      ${hiddenBatchLimit}
   ), ${acceptance(listColumns('entry', types), { from: 'from entry', and: ', entry' })}`,
);

/** Returns undefined when nothing changed: the event was a duplicate, the generation has ended, or the token is wrong. */
export async function acceptProviderEvent(
  on: Queryable,
  event: ProviderEvent,
): Promise<GenerationRow | undefined> {
  const { result, error, tokenHash = null, ...rest } = event;
  const asJson = (value: unknown) => (value == null ? null : JSON.stringify(value));
  const [row] = await accept(on, { ...rest, result: asJson(result), error: asJson(error), tokenHash });
  return row;
}

/** Returns undefined for each event that was not stored, for whatever reason. Throws when nothing was written. */
function acceptEventOfEach(on: Queryable, events: readonly ProviderEvent[]) {
  const toId = ({ generationId }: ProviderEvent) => generationId;
  return runOncePerId(events, toId, async (firsts) => {
    const entries = JSON.stringify(firsts.map(toEntry));
    const rows = await acceptEach(on, { entries });
    return new Map(rows.map((row) => [row.id, row]));
  });
}

function toEntry({ bodySha256, tokenHash, ...event }: ProviderEvent): Record<keyof typeof types, unknown> {
  const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
  return { ...event, bodySha256: bytes(bodySha256), tokenHash: tokenHash ? bytes(tokenHash) : null };
}

/** Results of at most 1 MB each are in one statement. */
const maxBatchSize = 16;

export type StoreProviderEvent = (event: ProviderEvent) => Promise<GenerationRow | undefined>;

/** Accepts as `acceptProviderEvent` does. Events that come while one is being stored share a statement. */
export function groupProviderEvents(on: Queryable, settings: GroupSettings = {}): StoreProviderEvent {
  return groupStatements(
    {
      runGroup: (events) => acceptEventOfEach(on, events),
      runSingle: (event) => acceptProviderEvent(on, event),
    },
    { ...settings, maxBatchSize },
  );
}
