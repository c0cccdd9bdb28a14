import { listDueErasures } from '@atelier/db';
import { cancelOfClosedAccounts, type FinalizeDeps } from '@atelier/generations';
import type { JobContext } from '@atelier/queue';
import { type EraseDeps, eraseAccount } from './erase-account.ts';

type EraseAllDeps = EraseDeps & FinalizeDeps;

/**
 * Erases the accounts that their owners closed and whose time to change their mind is over. Safe in any number of
 * processes and to stop anywhere: the next run goes on where this one was. One account that cannot be erased now, for
 * example because the storage does not answer, does not keep the others.
 */
export async function eraseAccounts(
  deps: EraseAllDeps,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  // A generation that was not cancelled only delays its own account, which waits until none of it runs.
  await cancelOfClosedAccounts(deps).catch((error: unknown) =>
    deps.log.error({ err: error }, 'what closed accounts run was not cancelled; it is tried again'),
  );
  for (const erasure of await listDueErasures(deps.db)) {
    if (signal?.aborted) return;
    try {
      await eraseAccount(deps, erasure, signal);
    } catch (error) {
      const { id: erasureId, step } = erasure;
      deps.log.error({ err: error, erasureId, step }, 'an account was not erased; it is tried again');
    }
  }
}
