// Picks up everything that lost its job, its event or its process (reliability.md, "Crash between"). PostgreSQL knows
// what is running; this makes the queue know it again. It is safe at any time and in any number of processes.
import {
  claimDueGenerations,
  deleteExpired,
  findGeneration,
  type GenerationRow,
  listDueDeliveries,
  listOrphans,
  listOutbox,
  markOrphanCancelled,
  markSubmissionUnknown,
  type OrphanRow,
  type OutboxRow,
  removeOutbox,
} from '@atelier/db';
import { enqueueDelivery, generationJobId } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { withGenerationLog } from '../process/log-generation.ts';
import { expireUploads } from '../uploads/expire-uploads.ts';
import { resubmitUnknown, unknownWaitSeconds } from './dispatch-generation.ts';
import { failGeneration } from './finalize-generation.ts';
import { announce, announceBalance } from './notify.ts';

export async function sweep(deps: WorkerDeps): Promise<void> {
  await drainOutbox(deps, 1);
  // Claimed rows are not due any more, so this ends when all that are due have been taken.
  for (let rows = await claimDue(deps); rows.length > 0; rows = await claimDue(deps)) {
    await forEach(deps, 'resume a generation', rows, (row) =>
      withGenerationLog(row, () => resume(deps, row)),
    );
  }
  await forEach(deps, 'cancel an orphan', await listOrphans(deps.db.pool), (orphan) => cancel(deps, orphan));
  await wakeDeliveries(deps);
  await deleteExpired(deps.db.pool);
  await expireUploads(deps);
}

/** Webhooks whose next attempt is due. */
async function wakeDeliveries(deps: WorkerDeps): Promise<void> {
  const due = deps.webhookSigner ? await listDueDeliveries(deps.db.pool) : [];
  await forEach(deps, 'wake a webhook', due, ({ generation_id: generationId, attempts, minutes_late }) =>
    enqueueDelivery(deps.producer, { generationId, attempts, minutesLate: minutes_late }),
  );
}

function claimDue(deps: WorkerDeps): Promise<GenerationRow[]> {
  return claimDueGenerations(deps.db.pool);
}

/** Sends what its writer did not get to send. Ids make a second sending harmless. */
export async function drainOutbox(deps: WorkerDeps, olderThanSeconds: number): Promise<void> {
  const rows = await listOutbox(deps.db.pool, olderThanSeconds);
  const sent = await forEach(deps, 'send a message', rows, (row) => send(deps, row));
  await removeOutbox(
    deps.db.pool,
    sent.map((row) => row.key),
  );
}

/** One that fails must not keep the others: it comes again at the next sweep. Returns those that went well. */
async function forEach<Row>(
  deps: WorkerDeps,
  what: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<Row[]> {
  const results = await Promise.allSettled(rows.map(work));
  const failures = results.filter((result) => result.status === 'rejected');
  if (failures.length > 0) {
    deps.log.error(
      { err: failures[0]?.reason, failures: failures.length },
      `could not ${what}; it comes again`,
    );
  }
  return rows.filter((_, index) => results[index]?.status === 'fulfilled');
}

/** The jobs that may stand in the outbox, and their part of the job id. */
const steps = {
  'dispatch-generation': 'dispatch',
  'finish-generation': 'finish',
  'delete-files': 'delete-files',
} as const;

async function send(deps: WorkerDeps, { topic, payload }: OutboxRow): Promise<void> {
  const { generationId, name, run = 0 } = payload;
  if (topic === 'event') return sendEvent(deps, generationId);
  if (name !== undefined && isOutboxJob(name)) {
    const jobId = generationJobId(steps[name], generationId, run);
    await deps.producer.enqueue(name, { generationId }, { jobId });
    return;
  }
  deps.log.error({ name, generationId }, 'the outbox names a job that does not exist');
}

async function sendEvent(deps: WorkerDeps, generationId: string): Promise<void> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (!row) return;
  await announce(deps, row);
  await announceBalance(deps, row.user_id);
}

function isOutboxJob(name: string): name is keyof typeof steps {
  return Object.hasOwn(steps, name);
}

/** Gives a generation that nobody looked at in time the job that its state asks for. */
async function resume(deps: WorkerDeps, row: GenerationRow): Promise<void> {
  const { id: generationId, watch_run: run } = row;
  deps.log.warn({ generationId, stage: row.stage, submitState: row.submit_state }, 'resuming a generation');
  if (row.stage === 'saving') return finishAgain(deps, row);
  if (row.provider_request_id !== null || row.cancel_requested_at) {
    const jobId = generationJobId('watch', generationId, run);
    return deps.producer.enqueue('watch-generation', { generationId, run }, { jobId });
  }
  if (row.deadline_at.getTime() <= Date.now()) {
    await failGeneration(deps, row, { code: 'timeout', detail: null });
    return;
  }
  if (row.submit_state === 'none') {
    const jobId = generationJobId('dispatch', generationId, run);
    return deps.producer.enqueue('dispatch-generation', { generationId }, { jobId });
  }
  if (row.submit_state === 'sending') {
    return markSubmissionUnknown(deps.db.pool, generationId, row.attempt, unknownWaitSeconds);
  }
  await resubmitUnknown(deps, row);
}

/**
 * Its job may be lost, may have used up its attempts, or may only stand in a long line. The minute in the id lets one
 * more job into that line per minute and no more.
 */
async function finishAgain(
  deps: WorkerDeps,
  { id: generationId, stage_started_at }: GenerationRow,
): Promise<void> {
  const minute = Math.floor((Date.now() - stage_started_at.getTime()) / 60_000);
  const jobId = generationJobId('finish-again', generationId, minute);
  await deps.producer.enqueue('finish-generation', { generationId }, { jobId });
}

async function cancel(deps: WorkerDeps, orphan: OrphanRow): Promise<void> {
  const request = { endpoint: orphan.endpoint, requestId: orphan.provider_request_id };
  const answer = await deps.provider.cancel(request);
  await markOrphanCancelled(deps.db.pool, orphan);
  deps.metrics.orphanCancelled();
  const { generation_id: generationId, attempt } = orphan;
  deps.log.warn({ generationId, attempt, answer }, 'orphaned submission cancelled');
}
