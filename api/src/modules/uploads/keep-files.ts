import { markUploadsUsed } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';

/** Keeps the input files as long as the generation. The worker repeats this; unused files are kept for a day anyway. */
export async function keepFiles(
  deps: Pick<ApiDeps, 'db' | 'log'>,
  keys: readonly string[],
  generationId: string,
): Promise<void> {
  try {
    await markUploadsUsed(deps.db.pool, keys, generationId);
  } catch (error) {
    deps.log.warn({ err: error, generationId }, 'input files not marked as used; the worker will do it');
  }
}
