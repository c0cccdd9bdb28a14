import { preparedQuery, type Queryable } from '../../prepared.ts';
import { bucketValue, serviceFaults } from './count-ends.ts';

/** The middle of what was measured, and what nineteen of twenty stayed under. */
export type Quantiles = { p50: number; p95: number };

export type Ends = {
  completed: number;
  /** Ended by a fault of the model or of this service. */
  failed: number;
  /** Because of what was asked for. */
  refused: number;
  cancelled: number;
  /** Failed ones whose credits were released with their end. */
  returned: number;
  /** Refunds of what had been charged, by when they were made. */
  refunded: number;
  /** Seconds until the model began, and from then to the end; undefined without any that completed. */
  waitSeconds: Quantiles | undefined;
  runSeconds: Quantiles | undefined;
  /** Seconds from the model's failure to credits that are back, where it is known when it failed. */
  backSeconds: Quantiles | undefined;
  /** The shares that ended within what half of them, and nine of ten, were promised to when the provider accepted them. */
  kept: { typical: number; most: number } | undefined;
  /**
   * How many ended in each tenth of what was promised before their submission: the first within what one of ten was to end
   * within, the last after what nine of ten were. Undefined without any.
   */
  tenths: number[] | undefined;
};

type Counted = { kind: string; what: string; bucket: number; in_day: number; in_week: number };

const read = preparedQuery<Counted>(
  'read-ends',
  `select kind, what, bucket, sum(count)::integer as in_week,
          coalesce(sum(count) filter (where hour > now() - interval '24 hours'), 0)::integer as in_day
     from kind_hour where hour > now() - interval '7 days' group by kind, what, bucket order by bucket`,
);

/** How generations have ended in the last 24 hours and the last 7 days, by kind; whole hours, by their beginning. */
export async function readEnds(on: Queryable): Promise<Map<string, { day: Ends; week: Ends }>> {
  const byKind = Map.groupBy(await read(on, []), ({ kind }) => kind);
  return new Map(
    [...byKind].map(([kind, counted]) => [
      kind,
      { day: addUp(counted, 'in_day'), week: addUp(counted, 'in_week') },
    ]),
  );
}

function addUp(counted: readonly Counted[], window: 'in_day' | 'in_week'): Ends {
  const of = (what: string) =>
    counted.filter((row) => row.what === what).map((row) => ({ bucket: row.bucket, count: row[window] }));
  const sum = (what: string) => sumCounts(of(what));
  const promised = sum('promised');
  const tenths = of('tenth').filter(({ count }) => count > 0);
  return {
    completed: sum('completed'),
    failed: sum('failed'),
    refused: sum('refused'),
    cancelled: sum('cancelled'),
    returned: sum('returned'),
    refunded: sum('refunded'),
    waitSeconds: findQuantiles(of('wait')),
    runSeconds: findQuantiles(of('run')),
    backSeconds: findQuantiles(of('back')),
    kept:
      promised === 0
        ? undefined
        : { typical: sum('within_typical') / promised, most: sum('within_most') / promised },
    tenths:
      tenths.length === 0
        ? undefined
        : Array.from({ length: 10 }, (_, at) => tenths.find(({ bucket }) => bucket === at)?.count ?? 0),
  };
}

type BucketCount = { bucket: number; count: number };

function sumCounts(counts: readonly BucketCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function findQuantiles(counts: readonly BucketCount[]): Quantiles | undefined {
  const total = sumCounts(counts);
  if (total === 0) return undefined;
  const at = (share: number) => {
    let passed = 0;
    for (const { bucket, count } of counts) {
      passed += count;
      if (passed >= share * total) return bucketValue(bucket);
    }
    throw new Error('A share above one');
  };
  return { p50: at(0.5), p95: at(0.95) };
}

export type RecentEnds = { kind: string; failed: number; total: number };

const recent = preparedQuery<RecentEnds>(
  'recent-ends',
  `select wanted.kind, count(*)::integer as total,
          (count(*) filter (where last.status = 'failed' and last.error_code = any($2)))::integer as failed
     from unnest($1::text[]) as wanted (kind), lateral (
            select status, error_code from generation g
             where g.kind = wanted.kind and g.finished_at > now() - interval '1 hour' and g.status <> 'cancelled'
             order by g.finished_at desc limit 10) as last
    group by wanted.kind`,
);

/** Counts by kind how many of the last ten ends within an hour failed by the model's fault or ours. Uses generation_ended. */
export function countRecentEnds(on: Queryable, kinds: readonly string[]): Promise<RecentEnds[]> {
  return recent(on, [kinds, serviceFaults]);
}

const readMark = preparedQuery<{ counted_to: Date }>(
  'read-ends-mark',
  'select counted_to from kind_hour_mark',
);

/** Up to when ends are counted. */
export async function readEndsMark(on: Queryable): Promise<Date> {
  const [row] = await readMark(on, []);
  if (!row) throw new Error('There is no mark of counted ends');
  return row.counted_to;
}
