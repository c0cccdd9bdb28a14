// Mismatches between the provider's bills and our prices.
import type { CostFindingCode } from '@atelier/contract';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** Results that are judged together: a price that rose by a tenth is found within as many, or within an hour. */
const recentResults = 20;
/** Costs may be above those that the price allows for by this much: lengths are rounded, for example. */
const tolerancePercent = 5;
/** Hours for which the balance at the provider should last. */
const lowBalanceHours = 48;

const judge = namedQuery<{ code: CostFindingCode; subject: string; is_new: boolean }>(
  'judge-costs',
  `with turn as materialized (select from cost_mark for update), billed as (
     select k.kind, last.results, last.cost, last.rule
       from unnest(:kinds::text[]) as k (kind)
      cross join lateral (
              select count(*) as results, sum(cost_micro_usd)::bigint as cost, sum(rule_micro_usd)::bigint as rule
                from (select cost_micro_usd, rule_micro_usd from provider_cost c
                       where c.kind = k.kind and c.is_delivered and c.source <> 'rule' and c.rule_micro_usd is not null
                         and c.finished_at > now() - interval '7 days'
                       order by c.finished_at desc limit :recentResults) recent
               union all
              select count(*), sum(cost_micro_usd)::bigint, sum(rule_micro_usd)::bigint
                from provider_cost c
               where c.kind = k.kind and c.is_delivered and c.source <> 'rule' and c.rule_micro_usd is not null
                 and c.finished_at > now() - interval '1 hour') last
   ), under_rule as (
     select distinct on (kind) kind, results, cost, rule from billed
      where cost * 100 > rule * (100 + :tolerancePercent)
      order by kind, cost::double precision / greatest(rule, 1) desc
   ), raised as (
     select n.endpoint, n.unit, n.unit_price as now_price, before.unit_price as before_price
       from provider_price n
      cross join lateral (select p.unit, p.unit_price from provider_price p
                           where p.endpoint = n.endpoint and p.read_at < n.read_at order by p.read_at desc limit 1) before
      where n.read_at > now() - interval '7 days' and n.unit = before.unit and n.unit_price > before.unit_price
        and not exists (select from provider_price l where l.endpoint = n.endpoint and l.read_at > n.read_at)
   ), unknown_bills as (
     select count(*) as requests, coalesce(sum(cost_micro_usd), 0)::bigint as cost from provider_cost
      where generation_id is null and source = 'event'
        and finished_at between now() - interval '7 days' and now() - make_interval(mins => :graceMinutes)
   ), missing_bills as (
     select count(*) as requests, coalesce(sum(cost_micro_usd), 0)::bigint as cost from provider_cost
      where source <> 'event' and is_delivered and asked_at is not null
        and finished_at between now() - interval '7 days' and now() - interval '2 hours'
   ), balance as (${balanceSql()}), found as (
     select 'under_rule' as code, kind as subject,
            jsonb_build_object('results', results, 'cost_micro_usd', cost, 'rule_micro_usd', rule) as details
       from under_rule
      union all
     select 'price_raised', endpoint, jsonb_build_object('unit', unit, 'from', before_price::text, 'to', now_price::text)
       from raised
      union all
     select 'unknown_bill', '', jsonb_build_object('requests', requests, 'cost_micro_usd', cost)
       from unknown_bills where requests > 0
      union all
     select 'missing_bill', '', jsonb_build_object('requests', requests, 'cost_micro_usd', cost)
       from missing_bills where requests > 0
      union all
     select 'balance_low', '', jsonb_build_object('balance_micro_usd', balance_micro_usd, 'hours', round(hours::numeric, 1))
       from balance where hours < :lowBalanceHours
   ), settled as (
     delete from cost_finding f
      where exists (select from turn)
        and not exists (select from found where found.code = f.code and found.subject = f.subject)
   )
   insert into cost_finding (code, subject, details) select code, subject, details from turn cross join found order by code, subject
   on conflict (code, subject) do update set details = excluded.details
   returning code, subject, found_at = now() as is_new`,
);

/** The last balance that was read, and how long it lasts at the pace of the last 24 hours. */
function balanceSql(): string {
  return `
     select b.balance_micro_usd, b.read_at, paid.cost as day_micro_usd,
            case when paid.cost > 0 then greatest(0, b.balance_micro_usd) * 24.0 / paid.cost end as hours
       from (select * from provider_balance where read_at > now() - interval '1 day' order by read_at desc limit 1) b
      cross join (select coalesce(sum(cost_micro_usd), 0)::bigint as cost from provider_cost
                   where finished_at > now() - interval '24 hours') paid`;
}

/** Minutes in which a request may still get its generation, because the submission was not answered. */
const graceMinutes = 15;

export type JudgedFinding = { code: CostFindingCode; subject: string; is_new: boolean };

/**
 * Writes what does not add up now, and removes what does again; one process after the other. Uses provider_cost_judged,
 * provider_cost_unknown, provider_cost_missing and provider_cost_finished.
 */
export function judgeCosts(on: Queryable, kinds: readonly string[]): Promise<JudgedFinding[]> {
  return judge(on, { kinds, recentResults, tolerancePercent, lowBalanceHours, graceMinutes });
}

export type CostFindingRow = {
  code: CostFindingCode;
  subject: string;
  details: Record<string, string | number>;
  found_at: Date;
};

const list = preparedQuery<CostFindingRow>(
  'list-cost-findings',
  'select code, subject, details, found_at from cost_finding order by found_at desc, code, subject',
);

/** The newest first. */
export function listCostFindings(on: Queryable): Promise<CostFindingRow[]> {
  return list(on, []);
}

const count = preparedQuery<{ code: CostFindingCode; findings: number }>(
  'count-cost-findings',
  'select code, count(*)::integer as findings from cost_finding group by code',
);

export function countCostFindings(on: Queryable): Promise<{ code: CostFindingCode; findings: number }[]> {
  return count(on, []);
}

export type BalanceForecast = {
  balance_micro_usd: number;
  read_at: Date;
  /** Costs of the last 24 hours. */
  day_micro_usd: number;
  /** Hours for which the balance lasts at this pace; null when nothing was paid. */
  hours: number | null;
};

const forecast = preparedQuery<BalanceForecast>(
  'forecast-balance',
  `select balance_micro_usd, read_at, day_micro_usd, hours::double precision from (${balanceSql()}) b`,
);

/** Returns undefined when no balance was read within a day. */
export async function forecastBalance(on: Queryable): Promise<BalanceForecast | undefined> {
  const [row] = await forecast(on, []);
  return row;
}
