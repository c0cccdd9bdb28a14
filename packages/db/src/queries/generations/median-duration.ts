import { preparedQuery, type Queryable } from '../../prepared.ts';

const median = preparedQuery<{ seconds: number | null }>(
  'median-seconds',
  `select percentile_cont(0.5) within group (order by extract(epoch from finished_at - submitted_at)) as seconds
     from (select finished_at, submitted_at from generation
            where kind = $1 and status = 'completed' order by finished_at desc limit 50) recent`,
);

/** Median seconds from submission to result of the last 50 of this kind; undefined before the first one. */
export async function findMedianDurationSeconds(on: Queryable, kind: string): Promise<number | undefined> {
  const [row] = await median(on, [kind]);
  return row?.seconds ?? undefined;
}
