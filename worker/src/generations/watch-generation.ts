// The fallback poll: one delayed job per running generation that finds the end when no webhook arrives, asks fal to
// cancel, and ends what takes too long. It occupies no job slot between polls.
import { abandonSubmission, findGeneration, type GenerationRow, scheduleCheck } from '@atelier/db';
import type { FalProgress, FalRequest } from '@atelier/fal';
import { finalizeAsFailed, pollGraceSeconds, secondsToNextPoll } from '@atelier/generations';
import type { JobContext } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';
import { acceptPolledResult, toRequest } from './accept-polled-result.ts';
import { type CancelDeps, cancelAtProvider } from './cancel-at-provider.ts';
import { storeProgress } from './follow-progress.ts';

type WatchDeps = CancelDeps & Pick<WorkerDeps, 'durations' | 'settings'>;

export async function watchGeneration(
  deps: WatchDeps,
  payload: { generationId: string; run: number },
  context: Pick<JobContext, 'delayUntil'>,
): Promise<void> {
  const row = await findGeneration(deps.db.pool, payload.generationId);
  if (!row || row.finished_at || row.watch_run !== payload.run || row.stage === 'saving') return;
  logGeneration(row);
  const waitSeconds = row.cancel_requested_at ? await cancelAtProvider(deps, row) : await poll(deps, row);
  if (waitSeconds === undefined) return;
  await scheduleCheck(deps.db.pool, row, waitSeconds + pollGraceSeconds);
  context.delayUntil(Date.now() + waitSeconds * 1000);
}

/** Returns the seconds until the next poll; undefined when there is none. */
async function poll(deps: WatchDeps, row: GenerationRow): Promise<number | undefined> {
  const request = toRequest(row);
  if (!request) return undefined;
  const isOverdue = row.deadline_at.getTime() <= Date.now();
  const status = isOverdue ? await lastStatus(deps, row, request) : await deps.provider.status(request);
  if (status === 'unknown') return unreachableWaitSeconds;
  if (status?.state === 'done') return acceptPolledResult(deps, row, request);
  if (isOverdue) return timeOut(deps, row);
  if (status) await storeProgress(deps, row, status);
  return secondsToNextPoll({
    elapsedSeconds: secondsSince(row.submitted_at ?? row.started_at ?? row.created_at),
    expectedSeconds: row.expected_seconds,
    deadlineSeconds: -secondsSince(row.deadline_at),
    hasWebhook: deps.settings.webhookBaseUrl !== undefined,
    isFollowed: false,
  });
}

function secondsSince(time: Date): number {
  return (Date.now() - time.getTime()) / 1000;
}

/** Seconds between two polls of one that is overdue while the provider does not say whether it has ended. */
const unreachableWaitSeconds = 45;

/** An unreachable provider says nothing about a generation, which may have ended there: it is asked until the wait ends. */
async function lastStatus(
  deps: WatchDeps,
  row: GenerationRow,
  request: FalRequest,
): Promise<FalProgress | 'unknown' | undefined> {
  try {
    return await deps.provider.status(request);
  } catch (error) {
    const { providerWaitHours } = deps.settings;
    if (secondsSince(row.deadline_at) < providerWaitHours * 3_600) return 'unknown';
    deps.log.warn({ err: error, requestId: request.requestId }, 'no last status before a time-out');
    return undefined;
  }
}

/** Releases the credits; a late result is never charged. The sweeper cancels the request at the provider. */
async function timeOut(deps: WatchDeps, row: GenerationRow): Promise<undefined> {
  await finalizeAsFailed(deps, row, { code: 'timeout', detail: null });
  await abandonSubmission(deps.db.pool, row.id);
  return undefined;
}
