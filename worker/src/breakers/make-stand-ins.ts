import { findSubjectKind } from '@atelier/contract';
import { type GenerationRow, listConsentedStandIns } from '@atelier/db';
import { type EachDeps, makeStandIn, processEach, type StandInDeps } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

/** A generation that has waited for less may be the next probe of its model, which would otherwise have none. */
const sinceSeconds = 3;
const firstId = '00000000-0000-0000-0000-000000000000';

type Consent = { kind: string; max_credits: number };

/**
 * Has other models make what waits for one that is down, where the owner has agreed to it at the submission. What a limit
 * refuses goes on waiting, and is tried again at the next run.
 */
export async function makeStandIns(
  deps: StandInDeps & EachDeps & Pick<WorkerDeps, 'breakers'>,
): Promise<void> {
  const breakers = await deps.breakers.read();
  if (!breakers.some(({ state, subject }) => state === 'open' && findSubjectKind(subject))) return;
  for (let afterId = firstId; ; ) {
    const rows = await listConsentedStandIns(deps.db.pool, { afterId, sinceSeconds });
    await processEach(deps, 'have another model make a generation', rows, (row) =>
      standInByConsent(deps, row),
    );
    const last = rows.at(-1);
    if (!last) return;
    afterId = last.id;
  }
}

async function standInByConsent(deps: StandInDeps, row: GenerationRow): Promise<void> {
  const { kind, max_credits: maxCredits } = row.stand_in as Consent;
  const outcome = await makeStandIn(deps, row, { kind, maxCredits });
  if (outcome.ok) return;
  deps.log.info(
    { generationId: row.id, kind, reason: outcome.reason },
    'no other model stands in; the generation goes on waiting',
  );
}
