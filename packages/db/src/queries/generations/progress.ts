import type { GenerationStage } from '@atelier/contract';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type Progress = {
  stage: Extract<GenerationStage, 'queued' | 'generating'>;
  /** Requests ahead, 0-based. */
  queuePosition: number | null;
  /** 0 to 99, or null without a signal. */
  percent: number | null;
};

const mark = preparedQuery<GenerationRow>(
  'mark-progress',
  `update generation
      set stage = $2,
          stage_started_at = case when stage = $2 then stage_started_at else now() end,
          queue_position = $3, percent = greatest(percent, $4::integer), revision = revision + 1
    where id = $1 and status = 'processing' and stage in ('queued', 'generating')
      and not (stage = 'generating' and $2 = 'queued')
      and (stage, coalesce(queue_position, -1), coalesce(percent, -1))
          is distinct from ($2, coalesce($3::integer, -1), greatest(coalesce(percent, -1), coalesce($4::integer, -1)))
    returning *`,
);

/** Stores what the provider tells of a running generation. Never goes back; undefined when nothing changed. */
export async function markProgress(
  on: Queryable,
  generationId: string,
  progress: Progress,
): Promise<GenerationRow | undefined> {
  const [row] = await mark(on, [generationId, progress.stage, progress.queuePosition, progress.percent]);
  return row;
}

const schedule = preparedQuery(
  'schedule-check',
  `update generation set next_check_at = now() + make_interval(secs => $2)
    where id = $1 and status in ('pending', 'processing')`,
);

/** When the sweeper should take over if nobody has looked until then. */
export async function scheduleCheck(on: Queryable, generationId: string, inSeconds: number): Promise<void> {
  await schedule(on, [generationId, inSeconds]);
}

const startRound = preparedQuery<{ watch_run: number }>(
  'start-poll-round',
  `update generation set watch_run = watch_run + 1, next_check_at = now() + interval '20 seconds'
    where id = $1 and status in ('pending', 'processing') and stage in ('queued', 'generating')
    returning watch_run`,
);

/**
 * Starts a new round of polls: the watch job of an older one ends at its next poll. Undefined: the generation has ended,
 * is being cancelled, or its files are being saved, so there is nothing to poll for.
 */
export async function startPollRound(on: Queryable, generationId: string): Promise<number | undefined> {
  const [row] = await startRound(on, [generationId]);
  return row?.watch_run;
}

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
