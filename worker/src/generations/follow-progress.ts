import type { KindInput } from '@atelier/catalog';
import { type GenerationRow, markProgress, startPollRound } from '@atelier/db';
import type { FalProgress, Provider } from '@atelier/fal';
import {
  type DurationCache,
  type Durations,
  enqueueStep,
  expectedTime,
  type NotifyDeps,
  notifyChange,
} from '@atelier/generations';
import type { Log } from '@atelier/log';
import type { Producer } from '@atelier/queue';

export type Follower = {
  /** Starts to follow a submitted generation. False when the limit is reached: then it is polled. */
  follow: (row: GenerationRow) => boolean;
  count: () => number;
  close: () => void;
};

type FollowDeps = NotifyDeps & {
  provider: Provider;
  producer: Producer;
  durations: Pick<DurationCache, 'read'>;
  log: Log;
  settings: { webhookBaseUrl: string | undefined };
};

/**
 * Queue positions and progress as they happen, over one status stream per generation, outside of any job slot. Only a
 * convenience: when a stream breaks or this process dies, the watch job still finds the end.
 */
export function createFollower(deps: FollowDeps, limit: number): Follower {
  const active = new Map<string, AbortController>();

  async function run(row: GenerationRow, requestId: string, abort: AbortController): Promise<void> {
    const { provider, log } = deps;
    try {
      for await (const status of provider.follow(
        { endpoint: row.provider_endpoint, requestId },
        abort.signal,
      )) {
        if (status.state === 'done') await pollSoon(deps, row.id);
        else await storeProgress(deps, row, status);
      }
    } catch (error) {
      if (!abort.signal.aborted)
        log.debug({ err: error, generationId: row.id }, 'progress stream ended early');
    } finally {
      active.delete(row.id);
    }
  }

  return {
    follow(row) {
      if (active.size >= limit || active.has(row.id) || row.provider_request_id === null)
        return active.has(row.id);
      const abort = new AbortController();
      active.set(row.id, abort);
      void run(row, row.provider_request_id, abort);
      return true;
    },
    count: () => active.size,
    close() {
      for (const abort of active.values()) abort.abort();
    },
  };
}

/** The webhook that carries the result should arrive first; if it is lost, a poll finds the end after this time. */
const webhookGraceMs = 10_000;

async function pollSoon(deps: FollowDeps, generationId: string): Promise<void> {
  const run = await startPollRound(deps.db.pool, generationId);
  if (run === undefined) return;
  const delayMs = deps.settings.webhookBaseUrl ? webhookGraceMs : 0;
  await enqueueStep(deps, 'watch', { generationId, run, delayMs });
}

type Running = Exclude<FalProgress, { state: 'done' }>;

/** Stores the progress; with a new place, or when the model has begun, the rest is estimated again. */
export async function storeProgress(
  deps: NotifyDeps & Pick<FollowDeps, 'durations'>,
  row: GenerationRow,
  status: Running,
): Promise<void> {
  const progress = toProgress(status);
  const changed = await markProgress(deps.db.pool, row.id, {
    ...progress,
    left: leftSeconds(
      await deps.durations.read(),
      row,
      progress.stage === 'queued' ? progress.queuePosition : 0,
    ),
  });
  if (changed) await notifyChange(deps, changed);
}

/** Returns null without a known place, or when it was the first from the beginning: no more is known than before. */
function leftSeconds(durations: Durations, row: GenerationRow, places: number | null) {
  if (places === null || row.place_at_provider === 0) return null;
  const { kind, input } = row;
  return expectedTime(durations, { kind, input: input as KindInput, places, at: new Date() });
}

function toProgress(status: Running) {
  return status.state === 'queued'
    ? { stage: 'queued' as const, queuePosition: status.queuePosition, percent: null }
    : { stage: 'generating' as const, queuePosition: null, percent: status.percent };
}
