import { type Kind, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { deleteOtherKindChecks, recordKindCheck, recordKindCheckFailure } from '@atelier/db';
import { checkKind } from '@atelier/fal';
import { processEach } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

/**
 * The weekly question whether fal still takes what every kind sends, at the price that the kind states. Findings are
 * stored for operators and counted by the api's metrics; nothing is closed. Off: what was found is forgotten.
 */
export async function checkKinds(
  deps: Pick<WorkerDeps, 'db' | 'log'> & { settings: Pick<WorkerDeps['settings'], 'kindsCheck'> },
): Promise<void> {
  const { db, log } = deps;
  const addresses = deps.settings.kindsCheck;
  await deleteOtherKindChecks(db.pool, addresses ? kinds.map(({ id }) => id) : []);
  if (!addresses) return;
  let found = 0;
  let unanswered = 0;
  // One after the other: there is no hurry, and fal's site is not ours.
  const check = async (kind: Kind) => {
    const checked = { kind: kind.id, endpoint: getProvider(kind).endpoint };
    const outcome = await checkKind(kind, addresses);
    if (outcome.isChecked) {
      found += outcome.findings.length;
      await recordKindCheck(db.pool, { ...checked, findings: outcome.findings });
      for (const finding of outcome.findings) log.warn({ ...checked, finding }, 'fal has changed a model');
    } else {
      unanswered += 1;
      await recordKindCheckFailure(db.pool, { ...checked, reason: outcome.reason });
      log.warn({ ...checked, reason: outcome.reason }, 'a model could not be checked');
    }
  };
  await processEach(deps, 'check a kind', kinds, check, { atATime: 1 });
  log.info({ kinds: kinds.length, found, unanswered }, 'kinds checked');
}
