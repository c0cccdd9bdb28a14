import type { GenerationRow } from '../../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../../prepared.ts';

const schedule = preparedQuery(
  'schedule-check',
  `update generation set next_check_at = now() + make_interval(secs => $2)
    where id = $1 and attempt = $3 and status in ('pending', 'processing')`,
);

/** The sweeper takes over if the generation has not been polled by then. A later attempt keeps its own time. */
export async function scheduleCheck(
  on: Queryable,
  { id, attempt }: Pick<GenerationRow, 'id' | 'attempt'>,
  inSeconds: number,
): Promise<void> {
  await schedule(on, [id, inSeconds, attempt]);
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
