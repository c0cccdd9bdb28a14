// Earnings and costs in millionths of a dollar. Each earning and each cost is in exactly one group, so that the
// sums of any grouping are those of the whole.
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type Margin = {
  generations: number;
  credits: number;
  earned_micro_usd: number;
  cost_micro_usd: number;
  /** The part of the cost that is estimated, because there is no bill. */
  estimated_micro_usd: number;
};

export type MarginGroup = Margin & { by: 'all' | 'kind' | 'day' | 'pack' | 'user'; name: string | null };

/**
 * Earnings and costs by the end of their generation. Requests without one count by their own. `pack` is that of the purchase
 * that the credits are valued at: null for a purchase without a pack, 'none' for accounts that bought nothing.
 */
const entries = `
  select e.kind, e.user_id, e.purchase_id, e.ended_at as at, e.settled - e.refunded as credits,
         e.earned_micro_usd as earned, 0::bigint as cost, 0::bigint as estimated, 1 as generations
    from generation_earning e where e.ended_at >= $1
   union all
  select coalesce(e.kind, c.kind), e.user_id, e.purchase_id, coalesce(e.ended_at, c.finished_at), 0, 0, c.cost_micro_usd,
         case when c.source = 'rule' then c.cost_micro_usd else 0 end, 0
    from provider_cost c left join generation_earning e on e.generation_id = c.generation_id
   where c.finished_at >= $1::timestamptz - interval '2 days' and coalesce(e.ended_at, c.finished_at) >= $1`;

const read = preparedQuery<MarginGroup>(
  'read-margins',
  `with entry as (
     select m.*, (m.at at time zone 'UTC')::date as day,
            case when m.user_id is null then null
                 when m.purchase_id is null then 'none' else coalesce(p.pack, 'other') end as pack
       from (${entries}) m left join purchase p on p.id = m.purchase_id
   ), grouped as (
     select case when grouping(kind) = 0 then 'kind' when grouping(day) = 0 then 'day'
                 when grouping(pack) = 0 then 'pack' when grouping(user_id) = 0 then 'user' else 'all' end as by,
            coalesce(kind, to_char(day, 'YYYY-MM-DD'), pack, user_id::text) as name, sum(generations)::integer as generations,
            sum(credits)::bigint as credits, sum(earned)::bigint as earned_micro_usd,
            sum(cost)::bigint as cost_micro_usd, sum(estimated)::bigint as estimated_micro_usd
       from entry group by grouping sets ((kind), (day), (pack), (user_id), ())
   ), ranked as (
     select *, row_number() over (partition by by order by earned_micro_usd - cost_micro_usd, name) as rank from grouped
   )
   select by, name, coalesce(generations, 0) as generations, coalesce(credits, 0) as credits,
          coalesce(earned_micro_usd, 0) as earned_micro_usd, coalesce(cost_micro_usd, 0) as cost_micro_usd,
          coalesce(estimated_micro_usd, 0) as estimated_micro_usd
     from ranked where by <> 'user' or rank <= $2 order by by, rank`,
);

/**
 * Reads the margins since a time: the whole, and by kind, day (UTC), pack and user. Of the users only `mostUsers`, those with
 * the smallest margin first. `name` is null in the group of requests that are unknown here. Uses
 * generation_earning_ended and provider_cost_finished.
 */
export function readMargins(on: Queryable, since: Date, mostUsers: number): Promise<MarginGroup[]> {
  return read(on, [since, mostUsers]);
}

export type WorstGeneration = {
  generation_id: string;
  user_id: string;
  kind: string;
  ended_at: Date;
  request_ids: string[];
  credits: number;
  earned_micro_usd: number;
  cost_micro_usd: number;
};

const worst = preparedQuery<WorstGeneration>(
  'list-worst-margins',
  `select e.generation_id, e.user_id, e.kind, e.ended_at, array_agg(c.request_id) as request_ids,
          e.settled - e.refunded as credits, e.earned_micro_usd, sum(c.cost_micro_usd)::bigint as cost_micro_usd
     from generation_earning e join provider_cost c on c.generation_id = e.generation_id
    where e.ended_at >= $1
    group by e.generation_id having sum(c.cost_micro_usd) > e.earned_micro_usd
    order by e.earned_micro_usd - sum(c.cost_micro_usd), e.generation_id limit $2`,
);

/** Lists the generations that lost the most. */
export function listWorstMargins(on: Queryable, since: Date, limit: number): Promise<WorstGeneration[]> {
  return worst(on, [since, limit]);
}

export type Claim = {
  request_id: string;
  endpoint: string;
  kind: string | null;
  generation_id: string | null;
  finished_at: Date;
  units: string | null;
  unit_price: string | null;
  cost_micro_usd: number;
  source: 'rule' | 'header' | 'event';
  /**
   * Why nothing was earned: an error code, `refunded`, `cancelled`, `superseded` (another attempt was delivered) or
   * `unknown`.
   */
  reason: string;
};

const claims = preparedQuery<Claim>(
  'list-claims',
  `select c.request_id, c.endpoint, c.kind, c.generation_id, c.finished_at, c.units::text, c.unit_price::text,
          c.cost_micro_usd, c.source,
          case when c.generation_id is null then 'unknown'
               when e.refunded > 0 then 'refunded'
               when g.status in ('completed', 'partial') then 'superseded'
               when g.status = 'cancelled' then 'cancelled'
               else coalesce(g.error_code, 'failed') end as reason
     from provider_cost c
     left join generation_earning e on e.generation_id = c.generation_id
     left join generation g on g.id = c.generation_id
    where c.finished_at >= $1 and c.cost_micro_usd > 0
      and (c.generation_id is null or not c.is_delivered or e.refunded > 0)
    order by c.finished_at desc, c.request_id limit $2`,
);

/** Lists requests that cost something and were not delivered, or whose credits were refunded; the newest first. */
export function listClaims(on: Queryable, since: Date, limit: number): Promise<Claim[]> {
  return claims(on, [since, limit]);
}
