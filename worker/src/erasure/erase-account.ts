// Erases one account, step by step. Each step commits its work together with its place and its counts, so a process that
// is killed anywhere is followed by one that goes on there (docs/reliability.md).
import { AppError, type ErasureStatement, erasureStatement } from '@atelier/contract';
import {
  advanceErasure,
  type ErasedCounts,
  type ErasureRow,
  eraseAccountRows,
  eraseGenerations,
  eraseIdentity,
  finishErasure,
  listOwnIds,
} from '@atelier/db';
import { type EachDeps, processEach } from '@atelier/generations';
import { removeFinishedJobs } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';

export type EraseDeps = EachDeps &
  Pick<WorkerDeps, 'db' | 'store' | 'queue' | 'webhookSigner' | 'settings' | 'log'>;

type Step = (
  deps: EraseDeps,
  erasure: ErasureRow,
) => Promise<(ErasureRow & { isStepDone?: boolean }) | undefined>;

const steps: Readonly<Record<string, Step>> = {
  identity: ({ db }, erasure) => advanceErasure(db, erasure, eraseIdentity),
  files: eraseFiles,
  generations: ({ db }, erasure) => advanceErasure(db, erasure, eraseGenerations),
  account: ({ db }, erasure) => advanceErasure(db, erasure, eraseAccountRows),
  jobs: eraseJobs,
  statement: finish,
};

/** Resolves when the account is erased, cannot be yet, or another process works on it, or the signal aborts. */
export async function eraseAccount(
  deps: EraseDeps,
  erasure: ErasureRow,
  signal?: AbortSignal,
): Promise<void> {
  let current: Awaited<ReturnType<Step>> = erasure;
  while (current && !signal?.aborted) {
    const step: Step | undefined = steps[current.step];
    const next: Awaited<ReturnType<Step>> = await step?.(deps, current);
    // Something still runs for the account; the next job looks again.
    if (next?.step === 'identity') return;
    current = next;
  }
}

/** The folder of the user and not the rows: it may hold files whose row was never written or is gone. */
async function eraseFiles(deps: EraseDeps, erasure: ErasureRow) {
  const keys = await deps.store.list(erasure.user_id);
  if (keys.length > 0) {
    // Counted before they go and only once, so that a second run does not count what is left.
    await advanceErasure(deps.db, erasure, async (_trx, { counts }) => ({
      erased: { files: 'files' in Object(counts) ? 0 : keys.length },
      isDone: false,
    }));
    await deleteFiles(deps, keys);
  }
  return advanceErasure(deps.db, erasure, async () => ({ erased: {}, isDone: true }));
}

async function deleteFiles(deps: EraseDeps, keys: readonly string[]): Promise<void> {
  const deleted = await processEach(deps, 'delete a file of an account', keys, (key) =>
    deps.store.delete(key),
  );
  if (deleted.length < keys.length) throw new AppError('unavailable');
}

async function eraseJobs(deps: EraseDeps, erasure: ErasureRow) {
  await removeFinishedJobs(deps.queue, (ids) => listOwnIds(deps.db, erasure.user_id, ids));
  return advanceErasure(deps.db, erasure, async () => ({ erased: {}, isDone: true }));
}

async function finish(deps: EraseDeps, erasure: ErasureRow): Promise<undefined> {
  // A job that was copying a result when the account was erased may have stored its file late.
  await deleteFiles(deps, await deps.store.list(erasure.user_id));
  const finished = await finishErasure(deps.db, erasure, (row, end) => {
    const statement = composeStatement(row, { ...end, issuer: deps.settings.publicUrl });
    return { statement, signed: deps.webhookSigner?.signDocument(statement) ?? null };
  });
  if (!finished) return;
  const { id: erasureId, user_id: userId, counts } = finished;
  deps.log.info({ audit: 'account_erased', erasureId, userId, counts }, 'account erased');
}

/** Codes of data out of reach, which the web app explains (docs/product.md, "Closing an account"). */
const notCovered = ['model_provider', 'payment_provider', 'copies', 'backups', 'logs'];

/** Composes the statement of what was erased and when, with the pseudonym of what stays, without personal data. */
function composeStatement(
  { user_id: account, requested_at, started_at, counts }: ErasureRow,
  { kept, issuer, erasedAt }: { kept: ErasedCounts; issuer: string; erasedAt: Date },
): ErasureStatement {
  const { forfeited_credits = 0, ...erased } = counts as unknown as ErasedCounts;
  return erasureStatement.parse({
    type: 'atelier.erasure.v1',
    issuer,
    account,
    pseudonym: `erased-${account}`,
    requested_at: requested_at.toISOString(),
    started_at: (started_at ?? erasedAt).toISOString(),
    erased_at: erasedAt.toISOString(),
    erased,
    forfeited_credits,
    kept,
    not_covered: notCovered,
  });
}
