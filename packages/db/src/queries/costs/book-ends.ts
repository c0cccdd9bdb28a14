// Books what ended generations earned, and their requests at the provider, apart from their ends: an end gains no statement.
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** Ends are booked this long after them: every statement that was ending one then has committed. */
const lagSeconds = 60;

/**
 * Value of credits in millionths of a dollar: their share of the price of the purchase `p`, rounded down once for each
 * generation; 0 without a purchase, and in other currencies.
 */
const valueCredits = (credits: string) =>
  `case when p.currency = 'usd' then (${credits}) * p.amount_minor * 10000 / p.credits else 0 end`;

const sumRefunds = (generationId: string) =>
  `coalesce((select sum(r.d_available)::bigint from ledger_entry r
              where r.generation_id = ${generationId} and r.kind = 'refund'), 0)`;

const book = namedQuery<{ booked_to: Date }>(
  'book-ends',
  `with range as (
     select booked_to as since, least(booked_to + interval '6 hours', now() - make_interval(secs => :lagSeconds)) as until
       from cost_mark where booked_to < now() - make_interval(secs => :lagSeconds)
        for update skip locked
   ), ended as materialized (
     select g.id, g.user_id, g.kind, g.finished_at, g.settled, g.provider_endpoint, g.provider_request_id,
            g.status in ('completed', 'partial') as is_delivered
       from range join generation g
         on g.kind = any(:kinds) and g.finished_at > range.since and g.finished_at <= range.until
      where g.settled > 0 or g.provider_request_id is not null
         or exists (select from provider_submission s where s.generation_id = g.id and s.provider_request_id is not null)
   ), refunds as (
     select w.generation_id, w.purchase_id, least(w.settled, ${sumRefunds('w.generation_id')}) as refunded
       from (select distinct e.generation_id
               from range join ledger_entry e on e.created_at > range.since and e.created_at <= range.until
                and e.kind = 'refund' and e.generation_id is not null) changed
       join generation_earning w using (generation_id)
   ), taken_back as (
     update generation_earning w
        set refunded = r.refunded, earned_micro_usd = coalesce(${valueCredits('w.settled - r.refunded')}, 0)
       from refunds r left join purchase p on p.id = r.purchase_id
      where w.generation_id = r.generation_id
   ), earned as (
     insert into generation_earning
            (generation_id, user_id, kind, ended_at, is_delivered, purchase_id, settled, refunded, earned_micro_usd)
     select e.id, e.user_id, e.kind, e.finished_at, e.is_delivered, p.id, e.settled, e.refunded,
            coalesce(${valueCredits('e.settled - e.refunded')}, 0)
       from (select ended.*, least(ended.settled, ${sumRefunds('ended.id')}) as refunded from ended) e
       left join lateral (
              select b.purchase_id from ledger_entry b
               where b.user_id = e.user_id and b.kind = 'purchase'
                 and b.id < (select max(id) from ledger_entry x
                              where x.generation_id = e.id and x.kind in ('settle', 'release'))
               order by b.id desc limit 1
            ) bought on true
       left join purchase p on p.id = bought.purchase_id
         on conflict (generation_id) do nothing
   ), requests as (
     insert into provider_cost (request_id, generation_id, attempt, kind, endpoint, is_delivered, finished_at)
     select s.provider_request_id, e.id, s.attempt, e.kind, e.provider_endpoint,
            e.is_delivered and s.provider_request_id = e.provider_request_id, e.finished_at
       from ended e join provider_submission s on s.generation_id = e.id
      where s.provider_request_id is not null
         on conflict (request_id) do update
            set generation_id = excluded.generation_id, attempt = excluded.attempt, kind = excluded.kind,
                endpoint = excluded.endpoint, is_delivered = excluded.is_delivered,
                finished_at = excluded.finished_at, priced_at = null
   )
   update cost_mark set booked_to = range.until from range returning cost_mark.booked_to`,
);

/**
 * Books generations that ended and refunds that were made since the last time, at most six hours of them, each once
 * however many processes do so. Returns up to when it is booked; undefined when another process is at it or it is too
 * early. Uses generation_ended, ledger_entry_refund, ledger_entry_kind and ledger_entry_generation.
 */
export async function bookEnds(
  on: Queryable,
  kinds: readonly string[],
  lag: number = lagSeconds,
): Promise<Date | undefined> {
  const [row] = await book(on, { kinds, lagSeconds: lag });
  return row?.booked_to;
}

const record = preparedQuery(
  'record-billed-units',
  `insert into provider_cost (request_id, generation_id, attempt, kind, endpoint, units, finished_at)
   values ($1, $2, $3, $4, $5, $6::numeric, now())
   on conflict (request_id) do update set units = excluded.units, priced_at = null
    where provider_cost.source = 'rule' and provider_cost.units is null`,
);

export type BilledRequest = {
  requestId: string;
  generationId: string;
  attempt: number;
  kind: string;
  endpoint: string;
  /** Decimal of the header. */
  units: string;
};

/** Keeps the units that a result named, until the end of its generation is booked. */
export async function recordBilledUnits(on: Queryable, billed: BilledRequest): Promise<void> {
  const { requestId, generationId, attempt, kind, endpoint, units } = billed;
  await record(on, [requestId, generationId, attempt, kind, endpoint, units]);
}
