import { makeCheckpoint } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

type CheckpointDeps = Pick<WorkerDeps, 'db' | 'log' | 'store' | 'webhookSigner'> & {
  settings: Pick<WorkerDeps['settings'], 'publicUrl'>;
};

/**
 * Makes today's checkpoint of the ledger unless it exists, or one that says that the database was restored, which is all
 * that is wanted when a worker starts. Without a key that signs it there is none.
 */
export async function checkpointLedger(
  deps: CheckpointDeps,
  { isStart = false }: { isStart?: boolean } = {},
): Promise<void> {
  const { webhookSigner, settings } = deps;
  if (!webhookSigner) return;
  const startedAt = performance.now();
  const made = await makeCheckpoint(deps.db, {
    issuer: settings.publicUrl,
    sign: webhookSigner.signDocument,
    isDaily: true,
    isOnlyAfterRestoration: isStart,
    published: deps.store.openRecord('published-checkpoints'),
  });
  if (!made) return;
  const { number, accounts, restored } = made;
  if (restored)
    deps.log.error(
      { number, restored },
      'the database was restored: the log of checkpoints says so and goes on after the newest that was published',
    );
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  deps.log.info({ number, accounts, seconds }, 'checkpoint of the ledger made');
}
