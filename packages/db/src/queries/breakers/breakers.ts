import type { BreakerSubject } from '@atelier/contract';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type Breaker = {
  subject: BreakerSubject;
  /** `counting`: too few verdicts in a row to stop anything. `ramping`: what waits starts again, more and more of it. */
  state: 'counting' | 'open' | 'ramping';
  /** Code of the last verdict (packages/fal/src/verdicts.ts). */
  code: string;
  /** The provider's own words, for operators. */
  detail: string | null;
  failures: number;
  /** Time of the first verdict without a success in between. */
  since: Date;
  opened_at: Date | null;
  probe_at: Date | null;
  /** Generation whose start probes. */
  probe_generation_id: string | null;
};

const columns = 'subject, state, code, detail, failures, since, opened_at, probe_at, probe_generation_id';

const list = preparedQuery<Breaker>(
  'list-breakers',
  `select ${columns} from provider_breaker order by subject`,
);

/** Lists the breakers; there are none while the provider takes everything. */
export function listBreakers(on: Queryable): Promise<Breaker[]> {
  return list(on, []);
}

/** Seconds between two probes of an open breaker: at most eleven in ten minutes. */
export const probeSeconds = 57;

const note = preparedQuery<Breaker & { was_open: boolean }>(
  'note-verdict',
  `with before as (
     select state = 'open' as was_open from provider_breaker where subject = $1
   ), noted as (
     insert into provider_breaker as b (subject, state, code, detail, opened_at, probe_at)
     values ($1, case when $4 <= 1 then 'open' else 'counting' end, $2, $3,
             case when $4 <= 1 then now() end, case when $4 <= 1 then now() + make_interval(secs => $5) end)
     on conflict (subject) do update
        set code = excluded.code, detail = excluded.detail, changed_at = now(),
            (failures, since, state, opened_at, probe_at) = (
              select counted.failures, counted.since, case when opens then 'open' else 'counting' end,
                     case when b.state = 'open' then b.opened_at when opens then now() end,
                     case when b.state = 'open' then b.probe_at when opens then now() + make_interval(secs => $5) end
                from (select case when is_over then 1 else b.failures + 1 end as failures,
                             case when is_over then now() else b.since end as since
                        from (select b.state = 'counting' and b.changed_at < now() - interval '10 minutes' as is_over) last
                     ) counted
               cross join lateral (select b.state <> 'counting' or counted.failures >= $4 as opens) rule
            ),
            probe_generation_id = null, ramp_started_at = null, ramp_starts = 0
     returning ${columns}
   )
   select noted.*, coalesce((select was_open from before), false) as was_open from noted`,
);

type Verdict = { subject: BreakerSubject; code: string; detail: string | null };

/**
 * Notes a verdict. The breaker opens with the verdict that is number `threshold` in a row, and at once while it ramps.
 * Returns it, and whether this verdict has opened it.
 */
export async function noteVerdict(
  on: Queryable,
  { subject, code, detail }: Verdict,
  threshold: number,
): Promise<{ breaker: Breaker; hasOpened: boolean }> {
  const [row] = await note(on, [subject, code, detail, threshold, probeSeconds]);
  if (!row) throw new Error('A verdict without a row');
  const { was_open: wasOpen, ...breaker } = row;
  return { breaker, hasOpened: breaker.state === 'open' && !wasOpen };
}

const ramp = preparedQuery<{ subject: BreakerSubject }>(
  'ramp-breakers',
  `update provider_breaker
      set state = 'ramping', probe_at = null, probe_generation_id = null, ramp_started_at = now(), ramp_starts = 0,
          changed_at = now()
    where subject = any($1) and state = 'open'
   returning subject`,
);

/** Lets what waits start again, step by step. Returns those that were open. */
export async function rampBreakers(
  on: Queryable,
  subjects: readonly BreakerSubject[],
): Promise<BreakerSubject[]> {
  return (await ramp(on, [subjects])).map(({ subject }) => subject);
}

const clear = preparedQuery(
  'clear-breakers',
  `delete from provider_breaker
    where (state = 'counting' and subject = any($1))
       or (state = 'ramping' and ramp_started_at < now() - interval '2 minutes')`,
);

/** Forgets the counted verdicts about subjects that have just done well, and breakers whose ramp is over. */
export async function clearBreakers(on: Queryable, subjects: readonly BreakerSubject[]): Promise<void> {
  await clear(on, [subjects]);
}
