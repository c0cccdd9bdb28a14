import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** A request whose cost is not decided. */
export type UnpricedCost = {
  request_id: string;
  kind: string;
  input: Record<string, unknown>;
  cost: number;
  is_delivered: boolean;
  error_code: string | null;
};

const list = preparedQuery<UnpricedCost>(
  'list-unpriced-costs',
  `select c.request_id, g.kind, g.input, g.cost, c.is_delivered, g.error_code
     from provider_cost c join generation g on g.id = c.generation_id
    where c.priced_at is null and c.generation_id is not null
    order by c.finished_at limit $1`,
);

/** Lists requests of generations, oldest first. Uses provider_cost_unpriced. */
export function listUnpricedCosts(on: Queryable, limit: number): Promise<UnpricedCost[]> {
  return list(on, [limit]);
}

/** Amounts in millionths of a dollar: the estimate without a bill, and what the price of the kind allows for. */
export type CostEstimate = { requestId: string; estimateMicroUsd: number; ruleMicroUsd: number };

const price = namedQuery(
  'price-costs',
  `with given as (
     select * from unnest(:requestIds::text[], :estimates::bigint[], :rules::bigint[]) as g (request_id, estimate, rule)
   ), priced as (
     select c.request_id, given.estimate, given.rule, p.unit_price
       from given join provider_cost c using (request_id)
       left join lateral (
              select x.unit_price from provider_price x
               where x.endpoint = c.endpoint and x.currency = 'USD' and c.units is not null
               order by x.read_at > c.finished_at, abs(extract(epoch from x.read_at - c.finished_at)) limit 1
            ) p on true
   )
   update provider_cost c
      set rule_micro_usd = p.rule, priced_at = now(),
          source = case when c.source = 'rule' and p.unit_price is not null then 'header' else c.source end,
          unit_price = case when c.source = 'event' then c.unit_price else p.unit_price end,
          cost_micro_usd = case when c.source = 'event' then c.cost_micro_usd
                                when p.unit_price is not null then round(c.units * p.unit_price * 1000000)::bigint
                                else p.estimate end
     from priced p where p.request_id = c.request_id`,
);

/**
 * Decides costs: the provider's bill stays, units cost the price that was read last before the end, and the rest is
 * estimated.
 */
export async function priceCosts(on: Queryable, estimates: readonly CostEstimate[]): Promise<void> {
  if (estimates.length === 0) return;
  await price(on, {
    requestIds: estimates.map(({ requestId }) => requestId),
    estimates: estimates.map(({ estimateMicroUsd }) => estimateMicroUsd),
    rules: estimates.map(({ ruleMicroUsd }) => ruleMicroUsd),
  });
}

export type ReadPrice = { endpoint: string; unit: string; unitPrice: string; currency: string };

const addPrices = namedQuery<{ endpoint: string }>(
  'add-provider-prices',
  `with given as (
     select * from unnest(:endpoints::text[], :units::text[], :prices::numeric[], :currencies::text[])
                as g (endpoint, unit, unit_price, currency)
   ), marked as (
     update cost_mark set prices_read_at = now()
   )
   insert into provider_price (endpoint, unit, unit_price, currency)
   select given.* from given
     left join lateral (
            select x.unit, x.unit_price, x.currency from provider_price x
             where x.endpoint = given.endpoint order by x.read_at desc limit 1) last on true
    where (last.unit, last.unit_price, last.currency) is distinct from (given.unit, given.unit_price, given.currency)
   on conflict do nothing
   returning endpoint`,
);

/** Stores prices that differ from the last ones; returns the endpoints of these. */
export async function addProviderPrices(on: Queryable, prices: readonly ReadPrice[]): Promise<string[]> {
  const rows = await addPrices(on, {
    endpoints: prices.map(({ endpoint }) => endpoint),
    units: prices.map(({ unit }) => unit),
    prices: prices.map(({ unitPrice }) => unitPrice),
    currencies: prices.map(({ currency }) => currency),
  });
  return rows.map(({ endpoint }) => endpoint);
}
