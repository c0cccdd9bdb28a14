import { makeCheckpoint } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/** Makes today's checkpoint of the ledger unless it exists. Without a key that signs it there is none. */
export async function checkpointLedger(
  deps: Pick<WorkerDeps, 'db' | 'log' | 'webhookSigner'> & {
    settings: Pick<WorkerDeps['settings'], 'publicUrl'>;
  },
): Promise<void> {
  const { webhookSigner, settings } = deps;
  if (!webhookSigner) return;
  const startedAt = performance.now();
  const made = await makeCheckpoint(deps.db, {
    issuer: settings.publicUrl,
    sign: webhookSigner.signDocument,
    isDaily: true,
  });
  if (!made) return;
  const { number, accounts } = made;
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  deps.log.info({ number, accounts, seconds }, 'checkpoint of the ledger made');
}
