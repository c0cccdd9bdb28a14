import type { PublicGeneration } from '@atelier/contract';
import { type Finished, type GenerationRow, toPublicGeneration, withOutputs } from '@atelier/db';
import type { Realtime } from '@atelier/realtime';
import type { ApiDeps } from '../../deps.ts';

type AnnounceDeps = Pick<ApiDeps, 'db' | 'mediaUrl'> & { realtime: Pick<Realtime, 'emitToUser'> };

/** A row as its owner sees it, outputs included. */
async function presentGeneration(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  row: GenerationRow,
): Promise<PublicGeneration> {
  const [full] = await withOutputs(deps.db.pool, [row]);
  return toPublicGeneration(full ?? { generation: row, outputs: [] }, deps.mediaUrl);
}

/** Tells all of the owner's browsers what a generation looks like now; returns what was told. */
export async function announceChange(deps: AnnounceDeps, row: GenerationRow): Promise<PublicGeneration> {
  const generation = await presentGeneration(deps, row);
  await deps.realtime.emitToUser(row.user_id, 'generation:changed', { generation });
  return generation;
}

/** The same for several rows, with one query for their outputs. */
export async function announceChanges(
  deps: AnnounceDeps,
  rows: readonly GenerationRow[],
): Promise<PublicGeneration[]> {
  const full = await withOutputs(deps.db.pool, rows);
  const changed = full.map((each) => ({
    userId: each.generation.user_id,
    generation: toPublicGeneration(each, deps.mediaUrl),
  }));
  await Promise.all(
    changed.map(({ userId, generation }) =>
      deps.realtime.emitToUser(userId, 'generation:changed', { generation }),
    ),
  );
  return changed.map(({ generation }) => generation);
}

/** The same as for one, with the balance that the end of the generation left. */
export async function announceEnd(deps: AnnounceDeps, finished: Finished): Promise<PublicGeneration> {
  const generation = await announceChange(deps, finished.generation);
  await deps.realtime.emitToUser(finished.generation.user_id, 'credits:changed', {
    left_credits: finished.leftCredits,
    held_credits: finished.heldCredits,
    has_ever_paid: finished.hasEverPaid,
    revision: finished.creditsRevision,
  });
  return generation;
}
