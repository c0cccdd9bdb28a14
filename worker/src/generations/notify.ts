import {
  type Db,
  type Finished,
  type GenerationRow,
  type GenerationWithOutputs,
  getBalance,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import type { Log } from '@atelier/log';
import type { Emitter } from '@atelier/realtime';

type AnnounceDeps = { db: Db; emitter: Emitter; log: Log; settings: { mediaBaseUrl: string } };

/** Tells the owner's browsers what a generation looks like now. A lost event loses nothing: clients read again. */
export async function announce(deps: AnnounceDeps, row: GenerationRow): Promise<void> {
  const [full] = await withOutputs(deps.db.pool, [row]);
  if (full) await emitGeneration(deps, full);
}

/** The same for an ended generation, with the balance that its end left; both go out together. */
export async function announceEnd(deps: AnnounceDeps, finished: Finished): Promise<void> {
  const [full] = await withOutputs(deps.db.pool, [finished.generation]);
  await Promise.all([
    full && emitGeneration(deps, full),
    deps.emitter.emitToUser(finished.generation.user_id, 'credits:changed', {
      left_credits: finished.leftCredits,
      held_credits: finished.heldCredits,
      has_ever_paid: finished.hasEverPaid,
      revision: finished.creditsRevision,
    }),
  ]);
}

function emitGeneration(deps: AnnounceDeps, full: GenerationWithOutputs): Promise<void> {
  const generation = toPublicGeneration(full, (key) => `${deps.settings.mediaBaseUrl}/${key}`);
  return deps.emitter.emitToUser(full.generation.user_id, 'generation:changed', { generation });
}

/** The balance as it is now: other tabs and devices learn of a new hold by it. */
export async function announceBalance(deps: AnnounceDeps, userId: string): Promise<void> {
  const balance = await getBalance(deps.db.pool, userId);
  await deps.emitter.emitToUser(userId, 'credits:changed', {
    left_credits: balance.available,
    held_credits: balance.held,
    has_ever_paid: balance.has_ever_paid,
    revision: balance.revision,
  });
}
