import type { GenerationStage } from '@atelier/contract';
import type { GenerationRow } from '../../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../../prepared.ts';

export type Progress = {
  stage: Extract<GenerationStage, 'queued' | 'generating'>;
  /** Requests ahead, 0-based. */
  queuePosition: number | null;
  /** 0 to 99, or null without a signal. */
  percent: number | null;
  /** Expected seconds from now on at this place; unchanged when null. */
  left?: { typicalSeconds: number; mostSeconds: number } | null;
};

/** Only another place or stage changes it: a percentage says nothing about the places. */
const renewed = (column: string, left: string) =>
  `${column} = case when ${left}::double precision is null or (stage = $2 and queue_position is not distinct from $3)
                    then ${column}
                    else coalesce(extract(epoch from now() - submitted_at) + ${left}, ${column}) end`;

const mark = preparedQuery<GenerationRow>(
  'mark-progress',
  `update generation
      set stage = $2,
          stage_started_at = case when stage = $2 then stage_started_at else now() end,
          generating_at = case when $2 = 'generating' then coalesce(generating_at, now()) else generating_at end,
          ${renewed('expected_seconds', '$5')},
          ${renewed('expected_most_seconds', '$6')},
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
  const { stage, queuePosition, percent, left } = progress;
  const [row] = await mark(on, [
    generationId,
    stage,
    queuePosition,
    percent,
    left?.typicalSeconds ?? null,
    left?.mostSeconds ?? null,
  ]);
  return row;
}
