// The provider's bills. A request can have several, and their sum after discounts is its cost.
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

export type Bill = {
  requestId: string;
  endpoint: string;
  at: Date;
  units: string;
  unitPrice: string;
  /** Dollars, after discounts. */
  costTotal: string;
};

const record = namedQuery<{ request_id: string; is_unknown: boolean }>(
  'record-bills',
  `with bill as (
     select request_id, min(endpoint) as endpoint, max(at) as at, sum(units) as units, max(unit_price) as unit_price,
            round(sum(cost_total) * 1000000)::bigint as cost
       from unnest(:requestIds::text[], :endpoints::text[], :times::timestamptz[], :units::numeric[],
                   :prices::numeric[], :costs::numeric[])
              as b (request_id, endpoint, at, units, unit_price, cost_total)
      group by request_id
   )
   insert into provider_cost
          (request_id, generation_id, attempt, kind, endpoint, units, unit_price, cost_micro_usd, source, finished_at)
   select b.request_id, s.generation_id, s.attempt, g.kind, b.endpoint, b.units, b.unit_price, greatest(0, b.cost),
          'event', b.at
     from bill b
     left join provider_submission s on s.provider_request_id = b.request_id
     left join generation g on g.id = s.generation_id
    order by b.request_id
   on conflict (request_id) do update
      set units = excluded.units, unit_price = excluded.unit_price, cost_micro_usd = excluded.cost_micro_usd,
          source = 'event', generation_id = coalesce(provider_cost.generation_id, excluded.generation_id),
          attempt = coalesce(provider_cost.attempt, excluded.attempt),
          kind = coalesce(provider_cost.kind, excluded.kind)
   returning request_id, generation_id is null as is_unknown`,
);

/**
 * Stores all bills of each of these requests, in place of earlier costs, and also of requests that are unknown here. Returns
 * the ids of these. Bills that were stored before change nothing.
 */
export async function recordBills(on: Queryable, bills: readonly Bill[]): Promise<string[]> {
  if (bills.length === 0) return [];
  const rows = await record(on, {
    requestIds: bills.map(({ requestId }) => requestId),
    endpoints: bills.map(({ endpoint }) => endpoint),
    times: bills.map(({ at }) => at),
    units: bills.map(({ units }) => units),
    prices: bills.map(({ unitPrice }) => unitPrice),
    costs: bills.map(({ costTotal }) => costTotal),
  });
  return rows.filter((row) => row.is_unknown).map((row) => row.request_id);
}

const adopt = preparedQuery(
  'adopt-unknown-costs',
  `update provider_cost c set generation_id = s.generation_id, attempt = s.attempt, kind = g.kind
     from provider_submission s join generation g on g.id = s.generation_id
    where c.generation_id is null and c.source = 'event' and s.provider_request_id = c.request_id
      and c.finished_at > now() - interval '30 days'`,
);

/**
 * Gives bills their generation when the id of a request became known only after it was billed, as that of a submission
 * without an answer does. Uses provider_cost_unknown.
 */
export async function adoptUnknownCosts(on: Queryable): Promise<void> {
  await adopt(on, []);
}

const listNew = preparedQuery<{ request_id: string }>(
  'list-requests-without-bill',
  `select request_id from unnest($1::text[]) as listed (request_id)
    where not exists (select from provider_cost c where c.request_id = listed.request_id and c.source = 'event')`,
);

/** Returns those of the requests whose bill is not stored. */
export async function listWithoutBill(on: Queryable, requestIds: readonly string[]): Promise<string[]> {
  return (await listNew(on, [requestIds])).map((row) => row.request_id);
}

const claim = preparedQuery<{ request_id: string }>(
  'claim-unbilled-requests',
  `with due as (
     select request_id from provider_cost
      where source <> 'event' and finished_at between now() - interval '29 days' and now() - interval '1 minute'
        and (asked_at is null or asked_at < now() - interval '50 minutes')
        and (asked_at is null or finished_at > now() - interval '2 days')
      order by asked_at nulls first, finished_at limit $1 for no key update skip locked
   )
   update provider_cost c set asked_at = now() from due where c.request_id = due.request_id returning c.request_id`,
);

/** Claims requests without a bill to ask for, at most once an hour and for two days. Uses provider_cost_unbilled. */
export async function claimUnbilled(on: Queryable, limit: number): Promise<string[]> {
  return (await claim(on, [limit])).map((row) => row.request_id);
}

const readMark = preparedQuery<{ listed_to: Date; prices_read_at: Date | null }>(
  'read-cost-mark',
  'select listed_to, prices_read_at from cost_mark',
);

/** Up to when the provider's bills were listed, and when its prices were read. */
export async function readCostMark(on: Queryable): Promise<{ listed_to: Date; prices_read_at: Date | null }> {
  const [row] = await readMark(on, []);
  if (!row) throw new Error('There is no mark of costs');
  return row;
}

const markListed = preparedQuery(
  'mark-bills-listed',
  'update cost_mark set listed_to = greatest(listed_to, $1::timestamptz)',
);

export async function markBillsListed(on: Queryable, until: Date): Promise<void> {
  await markListed(on, [until]);
}

const addBalance = preparedQuery(
  'add-provider-balance',
  `with old as (delete from provider_balance where read_at < now() - interval '90 days')
   insert into provider_balance (balance_micro_usd) values (round($1::numeric * 1000000)::bigint)
   on conflict (read_at) do nothing`,
);

/** Stores the credits at the provider, in dollars. */
export async function addProviderBalance(on: Queryable, usd: string): Promise<void> {
  await addBalance(on, [usd]);
}

const listStored = preparedQuery<{ request_id: string }>(
  'list-stored-payloads',
  `select c.request_id from provider_cost c
     join generation_earning e on e.generation_id = c.generation_id
    where c.is_delivered and c.deleted_at is null and e.refunded = 0
      and c.finished_at between now() - interval '30 days' and now() - interval '1 minute'
    order by c.finished_at limit $1`,
);

/**
 * Lists delivered requests whose input and output the provider still stores, oldest first; not those that a claim may be
 * about. Uses provider_cost_stored.
 */
export async function listStoredPayloads(on: Queryable, limit: number): Promise<string[]> {
  return (await listStored(on, [limit])).map((row) => row.request_id);
}

const markDeleted = preparedQuery(
  'mark-payload-deleted',
  'update provider_cost set deleted_at = now() where request_id = $1 and deleted_at is null',
);

export async function markPayloadDeleted(on: Queryable, requestId: string): Promise<void> {
  await markDeleted(on, [requestId]);
}

const markAllDeleted = preparedQuery(
  'mark-payloads-deleted',
  `update cost_mark set payloads_deleted_at = now()
    where payloads_deleted_at is not null or exists (select from provider_cost where deleted_at is not null)`,
);

/** Notes that the provider stores no payload any more that is to be deleted. Without a deletion so far nothing proves that. */
export async function markPayloadsDeleted(on: Queryable): Promise<void> {
  await markAllDeleted(on, []);
}

const checkDeletes = preparedQuery<{ deletes: boolean }>(
  'deletes-payloads',
  `select coalesce(payloads_deleted_at > now() - interval '3 hours', false) as deletes from cost_mark`,
);

/** Whether payloads at the provider were deleted in the last hours, by the worker's hourly run. */
export async function deletesPayloads(on: Queryable): Promise<boolean> {
  return (await checkDeletes(on, []))[0]?.deletes ?? false;
}
