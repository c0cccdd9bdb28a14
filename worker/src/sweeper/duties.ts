// Duties of the sweeper, which picks up everything that lost its job, its event or its process (docs/reliability.md).
// PostgreSQL knows what is running; this makes the queue know it again. Safe at any time and in any number of processes.
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
  type EachDeps,
  emptyLinesOfClosed,
  endOfClosedKinds,
  enqueueDelivery,
  enqueueMail,
  enqueuePush,
  type LineDeps,
  processEach,
  startNext,
} from '@atelier/generations';
import { restoreSchedules } from '@atelier/queue';
import { removeTemporaryFiles } from '@atelier/storage';
import { makeStandIns } from '../breakers/make-stand-ins.ts';
import { endExpiredWaits, tendBreakers } from '../breakers/tend-breakers.ts';
import { bookCosts } from '../costs/book-costs.ts';
import { enqueueDueCuts } from '../cuts/sweep-cuts.ts';
import type { WorkerDeps } from '../deps.ts';
import { joinDueFilms } from '../films/join-due-films.ts';
import { type ResumeDeps, resumeGeneration } from '../generations/resume-generation.ts';
import { applyWaitingPayments, payDebts } from '../ledger/apply-waiting-payments.ts';
import { withGenerationLog } from '../process/job-context.ts';
import { enqueueDueTakeOuts, removeExpiredTakeOuts } from '../take-out/sweep-take-outs.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import { expireUploads } from '../uploads/expire-uploads.ts';
import { removeAbandonedFiles } from '../uploads/remove-abandoned-files.ts';

/** Duty of the sweeper. Duties are independent: one that fails or is slow delays no other. */
export type Duty = {
  /** Name in the log and in the metrics. */
  name: string;
  everyMs: number;
  run: (deps: WorkerDeps) => Promise<unknown>;
};

const second = 1_000;
const minute = 60 * second;

/** Duties that users wait for run every ten seconds, those that only tidy up every minute or hour. */
export const duties: readonly Duty[] = [
  // A row older than this was forgotten: the process that wrote it sends and removes it within a second.
  { name: 'outbox', everyMs: second, run: (deps) => drainOutbox(deps, 2) },
  { name: 'breakers', everyMs: second, run: tendBreakers },
  { name: 'stand-ins', everyMs: 2 * second, run: makeStandIns },
  { name: 'due-generations', everyMs: 10 * second, run: resumeDueGenerations },
  { name: 'closed-lines', everyMs: 10 * second, run: (deps) => emptyLinesOfClosed(deps) },
  { name: 'closed-kinds', everyMs: 10 * second, run: endOfClosedKinds },
  { name: 'forgotten-places', everyMs: 10 * second, run: fillFreeSlots },
  { name: 'orphans', everyMs: 10 * second, run: cancelOrphans },
  { name: 'webhooks', everyMs: 10 * second, run: enqueueDueDeliveries },
  { name: 'push-messages', everyMs: 10 * second, run: enqueueDuePushes },
  { name: 'mails', everyMs: 10 * second, run: enqueueDueMails },
  { name: 'payments', everyMs: 10 * second, run: applyWaitingPayments },
  { name: 'debts', everyMs: 10 * second, run: payDebts },
  { name: 'take-outs', everyMs: 10 * second, run: enqueueDueTakeOuts },
  { name: 'cuts', everyMs: 10 * second, run: enqueueDueCuts },
  { name: 'films', everyMs: 5 * second, run: joinDueFilms },
  // Its batches are as large as ten seconds of the jobs that they lead to.
  { name: 'trash', everyMs: 10 * second, run: purgeTrash },
  { name: 'ends', everyMs: minute, run: countAllEnds },
  { name: 'costs', everyMs: minute, run: (deps) => bookCosts(deps) },
  { name: 'durations', everyMs: minute, run: ({ db }) => forgetDurations(db.pool) },
  { name: 'expired-waits', everyMs: minute, run: endExpiredWaits },
  { name: 'expired-rows', everyMs: minute, run: ({ db }) => deleteExpired(db.pool) },
  {
    name: 'audit-origins',
    everyMs: minute,
    run: ({ db, settings }) => clearAuditOrigins(db.pool, settings.auditOriginDays),
  },
  { name: 'uploads', everyMs: minute, run: expireUploads },
  { name: 'abandoned-files', everyMs: minute, run: removeAbandonedFiles },
  { name: 'expired-take-outs', everyMs: minute, run: removeExpiredTakeOuts },
  { name: 'temporary-files', everyMs: 60 * minute, run: removeForgottenFiles },
];

/** Only for a process that is to have a queue with schedules. The other duties restore the jobs of one that was emptied. */
export const keepSchedules: Duty = { name: 'queue-schedules', everyMs: 30 * second, run: noticeLoss };

async function noticeLoss({
  queue,
  metrics,
  log,
}: Pick<WorkerDeps, 'queue' | 'metrics' | 'log'>): Promise<void> {
  if (!(await restoreSchedules(queue))) return;
  metrics.queueLost();
  log.error('the queue had lost its schedules, and with them its jobs');
}

/** Claimed rows are no longer due, so this ends once all that are due have been claimed. */
async function resumeDueGenerations(deps: ResumeDeps & EachDeps): Promise<void> {
  for (;;) {
    const rows = await claimDueGenerations(deps.db.pool);
    if (rows.length === 0) return;
    await processEach(deps, 'resume a generation', rows, (row) =>
      withGenerationLog(row, () => resumeGeneration(deps, row)),
    );
  }
}

/** The process that freed them died, or the limit was raised. */
async function fillFreeSlots(deps: LineDeps & EachDeps): Promise<void> {
  const userIds = await listMovableLines(deps.db.pool, deps.maxRunning);
  await processEach(deps, 'give the places of a line', userIds, (userId) => startNext(deps, userId));
}

/** Ends are counted again while the last count is older. */
const maxCountedAgeMs = 2 * minute;
const kindIds = kinds.map(({ id }) => id);

/** Counts six hours at a time at most; what is older than the last minutes is there only after a long rest. */
async function countAllEnds({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  let countedTo: Date | undefined;
  do countedTo = await countEnds(db.pool, kindIds);
  while (countedTo && Date.now() - countedTo.getTime() > maxCountedAgeMs);
}

type OrphanDeps = Pick<WorkerDeps, 'db' | 'provider' | 'metrics' | 'log'>;

async function cancelOrphans(deps: OrphanDeps & EachDeps): Promise<void> {
  const orphans = await listOrphans(deps.db.pool);
  await processEach(deps, 'cancel an orphan', orphans, (orphan) => cancelOrphan(deps, orphan));
}

async function cancelOrphan(deps: OrphanDeps, orphan: OrphanRow): Promise<void> {
  const request = { endpoint: orphan.endpoint, requestId: orphan.provider_request_id };
  const answer = await deps.provider.cancel(request);
  await markOrphanCancelled(deps.db.pool, orphan);
  deps.metrics.orphanCancelled();
  const { generation_id: generationId, attempt } = orphan;
  deps.log.warn({ generationId, attempt, answer }, 'orphaned submission cancelled');
}

type DueDeps = EachDeps & Pick<WorkerDeps, 'db' | 'producer'>;

/** Webhooks whose next attempt is due. */
async function enqueueDueDeliveries(deps: DueDeps & Pick<WorkerDeps, 'webhookSigner'>): Promise<void> {
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
async function enqueueDuePushes(deps: DueDeps): Promise<void> {
  const due = await listDuePushes(deps.db.pool);
  await processEach(deps, 'enqueue a push message', due, ({ id, attempts, minutes_late }) =>
    enqueuePush(deps, { pushId: id, attempts, minutesLate: minutes_late }),
  );
}

/** Mails whose next attempt is due. */
async function enqueueDueMails(deps: DueDeps & Pick<WorkerDeps, 'mailer'>): Promise<void> {
  const due = deps.mailer ? await listDueMails(deps.db.pool) : [];
  await processEach(deps, 'enqueue a mail', due, ({ id, attempts, minutes_late }) =>
    enqueueMail(deps, { mailId: id, attempts, minutesLate: minutes_late }),
  );
}

/** Removes files that killed processes left half-written. They may be an erased account's, so this waits for no restart. */
async function removeForgottenFiles({
  settings,
  log,
  onItemsFailed,
}: EachDeps & Pick<WorkerDeps, 'settings'>): Promise<void> {
  const failures = await removeTemporaryFiles({ DATA_DIR: settings.dataDir });
  for (const error of failures) log.error({ err: error }, 'a left-over file was not removed');
  if (failures.length > 0) onItemsFailed?.(failures.length);
}
