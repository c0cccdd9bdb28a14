import { type Kind, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { deleteOtherKindChecks, followKindCheck, recordKindCheck, recordKindCheckFailure } from '@atelier/db';
import { checkKind } from '@atelier/fal';
import { processEach } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

type CheckDeps = Pick<WorkerDeps, 'db' | 'log' | 'realtime'> & {
  settings: Pick<WorkerDeps['settings'], 'kindsCheck' | 'closesUnverified'>;
};

/**
 * The weekly question whether fal still takes what every kind sends, at the price that the kind states. Findings are
 * stored for operators and counted by the api's metrics. An unverified kind that fits is open from then on, and closes
 * when its price moves; other kinds stay as they are. Off: what was found is forgotten.
 */
export async function checkKinds(deps: CheckDeps): Promise<void> {
  const { db, log } = deps;
  const addresses = deps.settings.kindsCheck;
  await deleteOtherKindChecks(db.pool, addresses ? kinds.map(({ id }) => id) : []);
  if (!addresses) return;
  let found = 0;
  let unanswered = 0;
  let moved = 0;
  // One after the other: there is no hurry, and fal's site is not ours.
  const check = async (kind: Kind) => {
    const checked = { kind: kind.id, endpoint: getProvider(kind).endpoint };
    const outcome = await checkKind(kind, addresses);
    if (outcome.isChecked) {
      found += outcome.findings.length;
      await recordKindCheck(db.pool, { ...checked, findings: outcome.findings });
      for (const finding of outcome.findings) log.warn({ ...checked, finding }, 'fal has changed a model');
      const followed = await followKindCheck(db.pool, kind, {
        ...outcome,
        closes: deps.settings.closesUnverified,
      });
      if (followed) log.warn(checked, `an unverified kind was ${followed} by its check`);
      if (followed) moved += 1;
    } else {
      unanswered += 1;
      await recordKindCheckFailure(db.pool, { ...checked, reason: outcome.reason });
      log.warn({ ...checked, reason: outcome.reason }, 'a model could not be checked');
    }
  };
  await processEach(deps, 'check a kind', kinds, check, { atATime: 1 });
  if (moved > 0) await deps.realtime.emitToAll('kinds:changed', {});
  log.info({ kinds: kinds.length, found, unanswered }, 'kinds checked');
}
