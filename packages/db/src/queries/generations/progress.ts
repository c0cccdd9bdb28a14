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

/** Stores the provider's progress report of a running generation. Never moves backwards; undefined when nothing changed. */
export async function markProgress(
  on: Queryable,
  generationId: string,
  progress: Progress,
): Promise<GenerationRow | undefined> {
  const [row] = await mark(on, [generationId, progress.stage, progress.queuePosition, progress.percent]);
  return row;
}
