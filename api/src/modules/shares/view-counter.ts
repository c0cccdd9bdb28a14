import { addShareViews } from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../../deps.ts';

const flushMs = 5_000;

export type ViewCounter = {
  /** Counts one view in memory. */
  add: (shareId: string) => void;
  /** Writes what was counted, in one statement. Rejects when it cannot be written; then it is still counted. */
  flush: () => Promise<void>;
};

/**
 * Counts how often shared pages are opened, and keeps nothing of who opened them. Each process writes its counts every few
 * seconds, so a flood of visits is no flood of writes. Register `flush` for the end of the process.
 */
export function createViewCounter({ db, log }: Pick<ApiDeps, 'db' | 'log'>): ViewCounter {
  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function addAll(views: ReadonlyMap<string, number>): void {
    for (const [id, count] of views) counted.set(id, (counted.get(id) ?? 0) + count);
  }

  async function write(): Promise<void> {
    const views = counted;
    counted = new Map();
    if (views.size === 0) return;
    try {
      await addShareViews(db.pool, views);
    } catch (error) {
      addAll(views);
      throw error;
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // One at a time: counts that come back after a failure must not be lost by a second one.
    await running?.catch(() => undefined);
    running = write();
    await running;
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      flush().catch((error) => {
        log.warn({ err: error }, 'views of shared pages not written');
        schedule();
      });
    }, flushMs).unref();
  }

  return {
    add(shareId) {
      addAll(new Map([[shareId, 1]]));
      schedule();
    },
    flush,
  };
}

/** Crawlers, previews of links and browsers that load a page in advance. */
const program =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly|curl|wget|headlesschrome/i;

/** Whether a request is for a page that is now being looked at, as far as it says so itself. */
export function isVisit({ method, headers }: FastifyRequest): boolean {
  const isEarly = /prefetch|prerender/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''));
  return method === 'GET' && !isEarly && !program.test(headers['user-agent'] ?? 'bot');
}
