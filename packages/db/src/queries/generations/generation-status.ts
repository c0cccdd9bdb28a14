import type { Medium } from '@atelier/catalog';
import { AppError } from '@atelier/contract';
import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { GenerationWithOutputs } from './generations.ts';

const findStatus = preparedQuery<GenerationRow & { outputs: OutputRow[] }>(
  'generation-status',
  `select g.*,
          coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from output o
                     where o.generation_id = g.id and g.finished_at is not null), '[]') as outputs
     from generation g
    where g.id = $1 and g.user_id = $2 and g.medium = $3 and g.deleted_at is null`,
);

/**
 * A generation with its outputs in one round trip, for those who ask again and again. 404 unless it is of this owner and
 * medium.
 */
export async function getGenerationStatus(
  on: Queryable,
  wanted: { id: string; userId: string; medium: Medium },
): Promise<GenerationWithOutputs> {
  const [row] = await findStatus(on, [wanted.id, wanted.userId, wanted.medium]);
  if (!row) throw new AppError('not_found');
  const { outputs, ...generation } = row;
  return { generation, outputs };
}
