import type { Database } from './database.ts';

export type Horizon = ReturnType<typeof createHorizon>;

type Due = { any: number | undefined; ofBreaker: number | undefined };

/**
 * When a sweep would find something. The workers' timers come once a second and once in ten for as long as a schedule
 * lasts; those that would find nothing are left out.
 */
export function createHorizon(
  database: Database,
  { maxRunning, waitHours }: { maxRunning: number; waitHours: number },
) {
  let known: Due | undefined;

  function next(): Due {
    if (known) return known;
    const [breaker] = database.sql(dueBreakers, [maxRunning]);
    const [other] = database.sql(dueRest, [maxRunning, waitHours]);
    const ofBreaker = toMs(breaker?.due);
    const times = [ofBreaker, toMs(other?.due)].filter((time) => time !== undefined);
    known = { any: times.length > 0 ? Math.min(...times) : undefined, ofBreaker };
    return known;
  }

  return {
    changed(): void {
      known = undefined;
    },
    isDue: (nowMs: number) => (next().any ?? Number.POSITIVE_INFINITY) < nowMs,
    /** A probe, or something that waits while a breaker ramps. */
    isBreakerDue: (nowMs: number) => (next().ofBreaker ?? Number.POSITIVE_INFINITY) < nowMs,
    /** Nothing runs and nothing is left to send. */
    isEmpty: () => next().any === undefined,
  };
}

function toMs(due: unknown): number | undefined {
  return due instanceof Date ? due.getTime() : undefined;
}

const holds = `(b.subject in ('account', 'provider') or b.subject = 'kind:' || g.kind)`;

/** Time of the next breaker for which something waits: nothing depends on another one. */
const dueBreakers = `
  select least((select min(b.probe_at) from provider_breaker b
                 where b.state = 'open' and exists (select from generation g where g.status = 'waiting' and ${holds})),
               (select virtual.now() from provider_breaker b
                 where b.state = 'ramping'
                   and exists (select from generation g join credit_account a on a.user_id = g.user_id
                                where g.status = 'waiting' and a.running < $1) limit 1)) as due`;

/** A stand-in that was refused is found by the sweeps that have another reason. */
const dueRest = `
  select least((select min(created_at) + interval '1 second' from outbox),
               (select min(next_check_at) from generation where status in ('pending', 'processing')),
               (select min(started_at) from provider_submission
                 where state = 'orphan' and provider_request_id is not null),
               (select min(coalesce(g.held_since, greatest(g.created_at, b.since))) + make_interval(hours => $2)
                  from generation g join provider_breaker b on b.state = 'open' and ${holds}
                 where g.status = 'waiting'),
               (select min(g.stage_started_at) + interval '3 seconds' from generation g
                 where g.status = 'waiting' and g.stand_in->>'kind' is not null and g.stood_in_for is null
                   and g.stage_started_at > virtual.now() - interval '30 seconds'
                   and is_kind_held(g.kind) and not is_kind_held(g.stand_in->>'kind') and not is_provider_held()),
               (select virtual.now() from credit_account a
                 where a.waiting > 0 and a.running < $1
                   and exists (select from generation g
                                where g.user_id = a.user_id and g.status = 'waiting'
                                  and not exists (select from provider_breaker b where b.state = 'open' and ${holds}))
                 limit 1)) as due`;
