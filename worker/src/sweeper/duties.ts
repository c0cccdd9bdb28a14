// Picks up everything that lost its job, its event or its process (docs/reliability.md). PostgreSQL knows what is
// running; this makes the queue know it again. Safe at any time and in any number of processes.
import { kinds } from '@atelier/catalog';
import {
  claimDueGenerations,
  clearAuditOrigins,
  countEnds,
  deleteExpired,
  forgetDurations,
  listDueDeliveries,
  listDueMails,
  listDuePushes,
  listMovableLines,
  listOrphans,
  markOrphanCancelled,
  type OrphanRow,
} from '@atelier/db';
import {
  drainOutbox,
  emptyLinesOfClosed,
  endOfClosedKinds,
  enqueueDelivery,
  enqueueMail,
  enqueuePush,
  givePlaces,
  processEach,
} from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { applyWaitingPayments, payDebts } from '../ledger/apply-waiting-payments.ts';
import { withGenerationLog } from '../process/job-context.ts';
import { sweepTakeOuts } from '../take-out/sweep-take-outs.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import { expireUploads } from '../uploads/expire-uploads.ts';
import { removeAbandonedFiles } from '../uploads/remove-abandoned-files.ts';
import { resumeGeneration } from './resume-generation.ts';

/** Ends are counted again while the last count is older. */
const maxCountedAgeMs = 120_000;
const kindIds = kinds.map(({ id }) => id);

export async function sweep(deps: WorkerDeps): Promise<void> {
  await drainOutbox(deps, 1);
  await resumeDueGenerations(deps);
  await emptyLinesOfClosed(deps);
  await endOfClosedKinds(deps);
  await giveForgottenPlaces(deps);
  await processEach(deps, 'cancel an orphan', await listOrphans(deps.db.pool), (orphan) =>
    cancelOrphan(deps, orphan),
  );
  await enqueueDueDeliveries(deps);
  await enqueueDuePushes(deps);
  await enqueueDueMails(deps);
  await applyWaitingPayments(deps);
  await payDebts(deps);
  await deleteExpired(deps.db.pool);
  await clearAuditOrigins(deps.db.pool, deps.settings.auditOriginDays);
  await purgeTrash(deps);
  await countAllEnds(deps);
  await expireUploads(deps);
  await removeAbandonedFiles(deps);
  await sweepTakeOuts(deps);
}

/** Claimed rows are no longer due, so this ends once all that are due have been claimed. */
async function resumeDueGenerations(deps: WorkerDeps): Promise<void> {
  for (;;) {
    const rows = await claimDueGenerations(deps.db.pool);
    if (rows.length === 0) return;
    await processEach(deps, 'resume a generation', rows, (row) =>
      withGenerationLog(row, () => resumeGeneration(deps, row)),
    );
  }
}

/** The process that freed them died, or the limit was raised. */
async function giveForgottenPlaces(deps: WorkerDeps): Promise<void> {
  for (const userId of await listMovableLines(deps.db.pool, deps.maxRunning)) await givePlaces(deps, userId);
}

/** At most six hours at a time; what is older than the last minutes is there only after a long rest. */
async function countAllEnds({ db }: WorkerDeps): Promise<void> {
  let countedTo: Date | undefined;
  do countedTo = await countEnds(db.pool, kindIds);
  while (countedTo && Date.now() - countedTo.getTime() > maxCountedAgeMs);
  await forgetDurations(db.pool);
}

async function cancelOrphan(deps: WorkerDeps, orphan: OrphanRow): Promise<void> {
  const request = { endpoint: orphan.endpoint, requestId: orphan.provider_request_id };
  const answer = await deps.provider.cancel(request);
  await markOrphanCancelled(deps.db.pool, orphan);
  deps.metrics.orphanCancelled();
  const { generation_id: generationId, attempt } = orphan;
  deps.log.warn({ generationId, attempt, answer }, 'orphaned submission cancelled');
}

/** Webhooks whose next attempt is due. */
async function enqueueDueDeliveries(deps: WorkerDeps): Promise<void> {
  const due = deps.webhookSigner ? await listDueDeliveries(deps.db.pool) : [];
  await processEach(
    deps,
    'enqueue a webhook',
    due,
    ({ generation_id: generationId, attempts, minutes_late }) =>
      enqueueDelivery(deps, { generationId, attempts, minutesLate: minutes_late }),
  );
}

/** Messages to users' browsers whose next attempt is due. */
async function enqueueDuePushes(deps: WorkerDeps): Promise<void> {
  const due = await listDuePushes(deps.db.pool);
  await processEach(deps, 'enqueue a push message', due, ({ id, attempts, minutes_late }) =>
    enqueuePush(deps, { pushId: id, attempts, minutesLate: minutes_late }),
  );
}

/** Mails whose next attempt is due. */
async function enqueueDueMails(deps: WorkerDeps): Promise<void> {
  const due = deps.mailer ? await listDueMails(deps.db.pool) : [];
  await processEach(deps, 'enqueue a mail', due, ({ id, attempts, minutes_late }) =>
    enqueueMail(deps, { mailId: id, attempts, minutesLate: minutes_late }),
  );
}
