import { type Db, type GenerationRow, markProgress, raiseWatchRun } from '@atelier/db';
import type { FalProgress, Provider } from '@atelier/fal';
import type { Log } from '@atelier/log';
import { generationJobId, type Producer } from '@atelier/queue';
import type { Emitter } from '@atelier/realtime';
import { announce } from './notify.ts';

export type Follower = {
  /** Starts to follow a submitted generation live. False when the limit is reached: it is looked at instead. */
  follow: (row: GenerationRow) => boolean;
  count: () => number;
  close: () => void;
};

type FollowDeps = {
  db: Db;
  provider: Provider;
  producer: Producer;
  emitter: Emitter;
  log: Log;
  settings: { mediaBaseUrl: string; webhookBaseUrl: string | undefined };
};

/**
 * Real queue positions and progress as they happen, over one status stream per generation, outside of any job slot.
 * Only a convenience: when a stream breaks or this process dies, the watch job still finds the end.
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
        if (status.state === 'done') await lookSoon(deps, row.id);
        else await store(deps, row.id, status);
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

/** The webhook that carries the result is on its way; should it be lost, this finds the end soon. */
const webhookGraceMs = 10_000;

async function lookSoon(deps: FollowDeps, generationId: string): Promise<void> {
  const run = await raiseWatchRun(deps.db.pool, generationId);
  if (run === undefined) return;
  await deps.producer.enqueue(
    'watch-generation',
    { generationId, run },
    {
      jobId: generationJobId('watch', generationId, run),
      delayMs: deps.settings.webhookBaseUrl ? webhookGraceMs : 0,
    },
  );
}

type Running = Exclude<FalProgress, { state: 'done' }>;

async function store(deps: FollowDeps, generationId: string, status: Running): Promise<void> {
  const changed = await markProgress(deps.db.pool, generationId, toProgress(status));
  if (changed) await announce(deps, changed);
}

export function toProgress(status: Running) {
  return status.state === 'queued'
    ? { stage: 'queued' as const, queuePosition: status.queuePosition, percent: null }
    : { stage: 'generating' as const, queuePosition: null, percent: status.percent };
}
