import type { AppErrorCode } from '@atelier/contract';
import { namedQuery, type Queryable } from '../../prepared.ts';

/** Failures that were the model's or ours. The others were those of what was asked for. */
export const serviceFaults: readonly AppErrorCode[] = [
  'provider_failed',
  'provider_unavailable',
  'provider_locked',
  'submission_lost',
  'no_output',
  'result_blank',
  'result_frozen',
  'result_noise',
  'result_silent',
  'result_short',
  'result_echo',
  'result_copy_failed',
  'result_too_large',
  'result_url_rejected',
  'timeout',
];

/** Durations: a bucket begins at `first * growth ** bucket` seconds. */
const buckets = { first: 0.1, growth: 1.1, most: 200 };

/** The middle of a bucket. */
export function bucketValue(bucket: number): number {
  return buckets.first * buckets.growth ** (bucket + 0.5);
}

const count = namedQuery<{ counted_to: Date }>(
  'count-ends',
  `with range as (
     select counted_to as since, least(counted_to + interval '6 hours', now() - make_interval(secs => :lagSeconds)) as until
       from kind_hour_mark where counted_to < now() - make_interval(secs => :lagSeconds)
        for update skip locked
   ), ended as (
     select g.kind, date_trunc('hour', g.finished_at, 'UTC') as hour, g.status in ('completed', 'partial') as is_done,
            case when g.status in ('completed', 'partial') then 'completed'
                 when g.status = 'cancelled' then 'cancelled'
                 when g.error_code = any(:serviceFaults) then 'failed' else 'refused' end as ending,
            g.status = 'failed' and g.released > 0 as is_returned,
            coalesce(g.generating_at, g.submitted_at) - coalesce(g.started_at, g.created_at) as waited,
            g.finished_at - coalesce(g.generating_at, g.submitted_at) as ran,
            extract(epoch from g.finished_at - g.submitted_at) as took, g.accepted_seconds, g.accepted_most_seconds,
            width_bucket(extract(epoch from g.finished_at - coalesce(g.started_at, g.created_at))::real,
                         g.promised_deciles) as tenth,
            g.finished_at - coalesce(
              (select max(e.received_at) from provider_event e where e.generation_id = g.id and e.received_at <= g.finished_at),
              case when g.error_code = 'timeout' then g.deadline_at end) as late
       from range join generation g
         on g.kind = any(:kinds) and g.finished_at > range.since and g.finished_at <= range.until
   ), refunds as (
     select g.kind, date_trunc('hour', e.created_at, 'UTC') as hour
       from range join ledger_entry e on e.created_at > range.since and e.created_at <= range.until
         and e.kind = 'refund' and e.generation_id is not null
       join generation g on g.id = e.generation_id and g.kind = any(:kinds)
   ), counted as (
     select kind, hour, 'refunded' as what, 0 as bucket from refunds
     union all
     select kind, hour, 'tenth', tenth from ended where is_done and tenth is not null
     union all
     select kind, hour, what,
            case when value is null then 0
                 else greatest(0, least(:most, floor(ln(greatest(value, :first) / :first) / ln(:growth)))) end as bucket
       from ended, lateral (values
              (true, ending, null),
              (is_returned, 'returned', null),
              (is_done and waited is not null, 'wait', extract(epoch from waited)),
              (is_done and ran is not null, 'run', extract(epoch from ran)),
              (is_done and took is not null and accepted_most_seconds is not null, 'promised', null),
              (is_done and took <= accepted_seconds and accepted_most_seconds is not null, 'within_typical', null),
              (is_done and took <= accepted_most_seconds, 'within_most', null),
              (is_returned and late is not null, 'back', extract(epoch from late))) as measured (is_one, what, value)
      where is_one
   ), added as (
     insert into kind_hour (kind, hour, what, bucket, count)
     select kind, hour, what, bucket, count(*) from counted group by kind, hour, what, bucket
         on conflict (hour, kind, what, bucket) do update set count = kind_hour.count + excluded.count
   ), expired as (
     delete from kind_hour where hour < now() - interval '8 days'
   )
   update kind_hour_mark set counted_to = range.until from range returning counted_to`,
);

/** Ends are counted this long after them: every statement that was ending one then has committed. */
const lagSeconds = 60;

/**
 * Counts what has ended and was refunded since the last time, at most six hours of it, each once however many processes
 * do so. Returns up to when it is counted; undefined when another process is at it or it is too early.
 */
export async function countEnds(on: Queryable, kinds: readonly string[]): Promise<Date | undefined> {
  const { first, growth, most } = buckets;
  const [row] = await count(on, { kinds, serviceFaults, lagSeconds, first, growth, most });
  return row?.counted_to;
}
