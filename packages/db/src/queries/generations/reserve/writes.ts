// Writes of a reservation, once for the single and the grouped statements. All read `account`: a row for each accepted
// generation, with the balance after it.
import { insertGeneration } from '../../../generation-columns.ts';
import type { GenerationRow } from '../../../generation-row.ts';
import type { ValueSql } from '../../../group-commit/group-statements.ts';
import type { Reservation, ValueName } from './new-generation.ts';

/**
 * Parts of the statement `with …` by which it writes generation, ledger entry, idempotency key and outbox row. `order`: of
 * the ledger entries, when `account` has several rows of one account.
 */
export function writeAccepted(v: ValueSql<ValueName>, order = ''): string {
  return `created as (
     ${insertGeneration(v)}
   ), entries as (
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id)
     select ${v.userId}, 'reserve', -${v.costCredits}, ${v.costCredits}, available, held, 'reserve:' || ${v.id}::text,
            ${v.id}
       from account ${order}
   ), key as (
     insert into idempotency_key (user_id, key, body_sha256, generation_id)
     select ${v.userId}, ${v.key}, ${v.bodySha256}, ${v.id} from account where ${v.key} is not null
   ), message as (
     insert into outbox (key, topic, payload)
     select 'dispatch:' || ${v.id}::text, 'job',
            jsonb_build_object('name', 'dispatch-generation', 'generationId', ${v.id}::text, 'run', 0)
       from account where waiting = 0
   )`;
}

/**
 * The part that writes what a generation is made from. A file that its owner gave twice is one source. The limit keeps a
 * plan from reading all that the owner has.
 */
export function writeSources(v: ValueSql<ValueName>): string {
  return `sources as (
     insert into generation_source (generation_id, source_id, relation, field, output_position)
     select ${v.id}, g.id, given.relation, given.field, given.output_position
       from account cross join lateral (
              select coalesce(o.generation_id, s."sourceId") as source_id, s.relation, coalesce(s.field, '') as field,
                     o.position as output_position
                from jsonb_to_recordset(${v.sources})
                       as s ("sourceId" uuid, "outputId" uuid, relation text, field text)
                left join output o on o.id = s."outputId"
               union
              select s.source_id, s.relation, s.field, s.output_position
                from generation_source s
                join generation repeated on repeated.id = s.generation_id and repeated.user_id = ${v.userId}
               where s.generation_id = ${v.retryOf}
            ) given
            cross join lateral (
              select id from generation where id = given.source_id and user_id = ${v.userId} limit 1
            ) g
     on conflict do nothing
   )`;
}

export type Reserved = GenerationRow & {
  left: number;
  held: number;
  credits_revision: number;
  waiting: number;
};

/** Columns of `Reserved`, of the parts above. */
export const reservedColumns =
  'created.*, account.available as left, account.held, account.revision as credits_revision, account.waiting';

export function toReservation(row: Reserved): Reservation {
  const { left, held, credits_revision, waiting, ...created } = row;
  return {
    ok: true,
    generation: waiting > 0 ? { ...created, queue_position: waiting - 1 } : created,
    leftCredits: left,
    heldCredits: held,
    creditsRevision: credits_revision,
  };
}
