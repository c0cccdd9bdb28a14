// The fallback poll: one delayed job per running generation that finds the end when no webhook tells it, asks fal to
// cancel, and ends what takes too long. It holds no slot between looks.
import {
  abandonSubmission,
  findGeneration,
  type GenerationRow,
  markProgress,
  scheduleCheck,
} from '@atelier/db';
import type { FalProgress, FalRequest } from '@atelier/fal';
import type { JobContext } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/log-generation.ts';
import { finishNow, requestOf } from './accept-polled-result.ts';
import { cancelAtProvider } from './cancel-at-provider.ts';
import { failGeneration } from './finalize-generation.ts';
import { toProgress } from './follow-progress.ts';
import { announce } from './notify.ts';
import { lookGraceSeconds, secondsToNextLook } from './poll-interval.ts';

export async function watchGeneration(
  deps: WorkerDeps,
  payload: { generationId: string; run: number },
  context: Pick<JobContext, 'delayUntil'>,
): Promise<void> {
  const row = await findGeneration(deps.db.pool, payload.generationId);
  if (!row || row.finished_at || row.watch_run !== payload.run || row.stage === 'saving') return;
  logGeneration(row);
  const waitSeconds = row.cancel_requested_at ? await cancelAtProvider(deps, row) : await look(deps, row);
  if (waitSeconds === undefined) return;
  await scheduleCheck(deps.db.pool, row.id, waitSeconds + lookGraceSeconds);
  context.delayUntil(Date.now() + waitSeconds * 1000);
}

/** Seconds until the next look; undefined when there will be none. */
async function look(deps: WorkerDeps, row: GenerationRow): Promise<number | undefined> {
  const request = requestOf(row);
  if (!request) return undefined;
  const isOverdue = row.deadline_at.getTime() <= Date.now();
  const status = isOverdue ? await lastStatus(deps, request) : await deps.provider.status(request);
  if (status?.state === 'done') return finishNow(deps, row, request);
  if (isOverdue) return timeOut(deps, row);
  if (status) await store(deps, row, status);
  return secondsToNextLook({
    elapsedSeconds: secondsSince(row.submitted_at ?? row.created_at),
    expectedSeconds: row.expected_seconds,
    deadlineSeconds: -secondsSince(row.deadline_at),
    hasWebhook: deps.settings.webhookBaseUrl !== undefined,
    isFollowed: false,
  });
}

function secondsSince(time: Date): number {
  return (Date.now() - time.getTime()) / 1000;
}

/** After the deadline, a provider that is away must not keep anybody's credits. */
async function lastStatus(deps: WorkerDeps, request: FalRequest): Promise<FalProgress | undefined> {
  try {
    return await deps.provider.status(request);
  } catch (error) {
    deps.log.warn({ err: error, requestId: request.requestId }, 'no last status before a time-out');
    return undefined;
  }
}

/** The credits go back; a late result is never charged. The sweeper cancels the job at the provider. */
async function timeOut(deps: WorkerDeps, row: GenerationRow): Promise<undefined> {
  await failGeneration(deps, row, { code: 'timeout', detail: null });
  await abandonSubmission(deps.db.pool, row.id);
  return undefined;
}

async function store(deps: WorkerDeps, row: GenerationRow, status: FalProgress): Promise<void> {
  if (status.state === 'done') return;
  const changed = await markProgress(deps.db.pool, row.id, toProgress(status));
  if (changed) await announce(deps, changed);
}
