import {
  type Breaker,
  claimProbe,
  clearBreakers,
  findProbeHead,
  listExpiredWaits,
  listRampLines,
  postponeProbe,
  startProbe,
} from '@atelier/db';
import type { VerdictCode } from '@atelier/fal';
import {
  type EachDeps,
  endInLine,
  enqueueDispatch,
  type FinalizeDeps,
  notifyLine,
  notifyMany,
  processEach,
  startWaitingGenerations,
} from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { type BreakerDeps, resumeAfter } from './report-verdict.ts';

type TendDeps = FinalizeDeps & EachDeps & BreakerDeps & Pick<WorkerDeps, 'provider' | 'breakers' | 'log'>;

/** Verdicts that a call which starts nothing can withdraw. */
const withdrawnByStatus: ReadonlySet<string> = new Set<VerdictCode>([
  'key_refused',
  'unreachable',
  'unanswered',
]);

/**
 * Makes the probes that are due, one process each, and starts more of what waits while a breaker ramps. A probe is a call
 * that starts nothing where that is enough, else the start of the one that has waited longest.
 */
export async function tendBreakers(deps: TendDeps): Promise<void> {
  if ((await deps.breakers.read()).length === 0) return;
  for (;;) {
    const breaker = await claimProbe(deps.db.pool);
    if (!breaker) break;
    await probe(deps, breaker);
  }
  const userIds = await listRampLines(deps.db.pool, deps.maxRunning);
  // One after the other: the longest wait comes first.
  for (const userId of userIds) await startWaitingGenerations(deps, userId);
  await clearBreakers(deps.db.pool, []);
}

async function probe(deps: TendDeps, { subject, code }: Pick<Breaker, 'subject' | 'code'>): Promise<void> {
  if (withdrawnByStatus.has(code)) {
    const isAlive = await deps.provider.isAlive();
    deps.log.info({ subject, code, isAlive }, 'probed the provider');
    if (isAlive) await resumeAfter(deps, [subject]);
    return;
  }
  const head = await findProbeHead(deps.db.pool, subject, deps.maxRunning);
  const row = head && (await startProbe(deps.db.pool, { ...head, maxRunning: deps.maxRunning }));
  if (!row) return postponeProbe(deps.db.pool, subject);
  deps.log.info({ subject, code, generationId: row.id }, 'a generation probes the provider');
  await enqueueDispatch(deps, row.id, row.attempt);
  notifyLine(deps, row.user_id);
  if (await notifyMany(deps, row.user_id, [row])) deps.outboxCleaner.done(`started:${row.id}`);
}

/** Ends what the provider has kept waiting for too long, and releases its credits. */
export async function endExpiredWaits(
  deps: FinalizeDeps & EachDeps & Pick<WorkerDeps, 'settings'>,
): Promise<void> {
  const lines = await listExpiredWaits(deps.db.pool, deps.settings.providerWaitHours);
  const error = { code: 'provider_unavailable', detail: 'waited for the provider for too long' } as const;
  await processEach(deps, 'end what waited for the provider', lines, ({ user_id: userId, ids }) =>
    endInLine(deps, { userId, ids, status: 'failed', error }),
  );
}
