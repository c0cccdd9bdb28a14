import { AppError } from '@atelier/contract';
import type { GenerationRow } from '../../generation-row.ts';
import type { Queryable } from '../../prepared.ts';
import { findGeneration } from './generations.ts';

/** A generation of this owner, deleted or not: what it cost stays known (ruling 26). Otherwise 404. */
export async function getBilledGeneration(on: Queryable, id: string, userId: string): Promise<GenerationRow> {
  const row = await findGeneration(on, id);
  if (!row || row.user_id !== userId) throw new AppError('not_found');
  return row;
}
