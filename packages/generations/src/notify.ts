// Notifies the owner's browsers over Socket.IO. A lost event loses nothing: clients read their state again when they
// connect, and every body carries a revision.
import type { PublicGeneration } from '@atelier/contract';
import {
  type Balance,
  type Db,
  type GenerationRow,
  type MediaUrl,
  type OutputRow,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import type { Emitter } from '@atelier/realtime';

export type NotifyDeps = { db: Db; mediaUrl: MediaUrl; realtime: Pick<Emitter, 'emitToUser'> };

/** Sends a generation as its owner sees it, outputs included, and returns what was sent. */
export async function notifyChange(deps: NotifyDeps, row: GenerationRow): Promise<PublicGeneration> {
  const generation = await present(deps, row);
  await emitGeneration(deps, row.user_id, generation);
  return generation;
}

/** Sends several generations, with one query for their outputs. */
export async function notifyChanges(
  deps: NotifyDeps,
  rows: readonly GenerationRow[],
): Promise<PublicGeneration[]> {
  const full = await withOutputs(deps.db.pool, rows);
  return Promise.all(
    full.map(async (each) => {
      const generation = toPublicGeneration(each, deps.mediaUrl);
      await emitGeneration(deps, each.generation.user_id, generation);
      return generation;
    }),
  );
}

/** Upper bound of the generations that one event names; beyond it, browsers read their lists again. */
const maxNamed = 100;

/** Sends several rows of one user, none with outputs. Resolves to whether all was sent. */
export async function notifyMany(
  deps: NotifyDeps,
  userId: string,
  rows: readonly GenerationRow[],
): Promise<boolean> {
  if (rows.length > maxNamed) return deps.realtime.emitToUser(userId, 'library:changed', {});
  const sent = rows.map((generation) =>
    emitGeneration(deps, userId, toPublicGeneration({ generation, outputs: [] }, deps.mediaUrl)),
  );
  return (await Promise.all(sent)).every(Boolean);
}

export type Notified = {
  generation: PublicGeneration;
  /** Whether every event could be sent. */
  isSent: boolean;
};

/** Sends a generation and its owner's balance, both in one batch. Outputs that are not given are read. */
export async function notifyWithBalance(
  deps: NotifyDeps,
  {
    generation: row,
    outputs,
    balance,
  }: { generation: GenerationRow; outputs?: readonly OutputRow[] | undefined; balance: Balance },
): Promise<Notified> {
  const generation = outputs
    ? toPublicGeneration({ generation: row, outputs: [...outputs] }, deps.mediaUrl)
    : await present(deps, row);
  const sent = await Promise.all([
    emitGeneration(deps, row.user_id, generation),
    notifyBalance(deps, row.user_id, balance),
  ]);
  return { generation, isSent: sent.every(Boolean) };
}

/** Resolves to whether it was sent. */
export async function notifyBalance(
  { realtime }: Pick<NotifyDeps, 'realtime'>,
  userId: string,
  balance: Balance,
): Promise<boolean> {
  return realtime.emitToUser(userId, 'credits:changed', {
    left_credits: balance.available,
    held_credits: balance.held,
    has_ever_paid: balance.has_ever_paid,
    revision: balance.revision,
  });
}

async function present({ db, mediaUrl }: NotifyDeps, row: GenerationRow): Promise<PublicGeneration> {
  const [full] = await withOutputs(db.pool, [row]);
  return toPublicGeneration(full ?? { generation: row, outputs: [] }, mediaUrl);
}

function emitGeneration({ realtime }: NotifyDeps, userId: string, generation: PublicGeneration) {
  return realtime.emitToUser(userId, 'generation:changed', { generation });
}
