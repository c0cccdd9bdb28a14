import type { Database } from './database.ts';

export type Horizon = ReturnType<typeof createHorizon>;

/**
 * When a sweep would find something. The workers' timers come once a second and once in ten for as long as a schedule
 * lasts; those that would find nothing are left out.
 */
export function createHorizon(database: Database, maxRunning: number) {
  let isKnown = false;
  let dueMs: number | undefined;

  function next(): number | undefined {
    if (isKnown) return dueMs;
    const [row] = database.sql(
      `select least((select min(created_at) + interval '1 second' from outbox),
                    (select min(next_check_at) from generation where status in ('pending', 'processing')),
                    (select min(started_at) from provider_submission
                      where state = 'orphan' and provider_request_id is not null),
                    (select virtual.now() from credit_account where waiting > 0 and running < $1 limit 1)) as due`,
      [maxRunning],
    );
    isKnown = true;
    dueMs = row?.due instanceof Date ? row.due.getTime() : undefined;
    return dueMs;
  }

  return {
    changed(): void {
      isKnown = false;
    },
    isDue: (nowMs: number) => (next() ?? Number.POSITIVE_INFINITY) < nowMs,
    /** Nothing runs and nothing is left to send. */
    isEmpty: () => next() === undefined,
  };
}
