import type { GenerationRow } from '../../generation-row.ts';
import { isAccountHeld } from '../../line-hold.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { repeatWhileLocked } from '../line/repeat-while-locked.ts';
import { type Breaker, probeSeconds } from './breakers.ts';

const claim = preparedQuery<Pick<Breaker, 'subject' | 'code'>>(
  'claim-probe',
  `update provider_breaker set probe_at = now() + make_interval(secs => $1), probe_generation_id = null
    where subject = (select subject from provider_breaker where state = 'open' and probe_at <= now()
                      order by probe_at limit 1 for update skip locked)
   returning subject, code`,
);

/** Claims the probe of an open breaker that is due, for this process alone. Undefined when none is. */
export async function claimProbe(on: Queryable): Promise<Pick<Breaker, 'subject' | 'code'> | undefined> {
  const [breaker] = await claim(on, [probeSeconds]);
  return breaker;
}

const findHead = preparedQuery<{ id: string; user_id: string }>(
  'find-probe-head',
  `select id, user_id from (
     select distinct on (g.user_id) g.id, g.user_id, g.created_at
       from generation g join credit_account a on a.user_id = g.user_id
      where g.status = 'waiting' and a.waiting > 0 and a.running < $2 and not a.is_locked and not ${isAccountHeld('a')}
        and ($1 in ('account', 'provider') and not is_kind_held(g.kind) or $1 = 'kind:' || g.kind)
      order by g.user_id, g.line_place, g.id) head
    order by created_at, id limit 1`,
);

/** Finds the head of the line that has waited longest among those that a breaker holds. */
export async function findProbeHead(
  on: Queryable,
  subject: Breaker['subject'],
  maxRunning: number,
): Promise<{ id: string; userId: string } | undefined> {
  const [head] = await findHead(on, [subject, maxRunning]);
  return head && { id: head.id, userId: head.user_id };
}

const start = preparedQuery<GenerationRow>('start-probe', 'select * from start_waiting($1, $2, $3)');

/** Starts the one that probes. Returns undefined when it does not wait any more, or its user has no free place. */
export async function startProbe(
  on: Queryable,
  { userId, id, maxRunning }: { userId: string; id: string; maxRunning: number },
): Promise<GenerationRow | undefined> {
  const [row] = await repeatWhileLocked(() => start(on, [userId, maxRunning, id]));
  return row;
}

const postpone = preparedQuery(
  'postpone-probe',
  `update provider_breaker set probe_at = now() + interval '1 second' where subject = $1 and state = 'open'`,
);

/** Gives a probe back that could not be made, as when nothing waits: the next thing that waits is one. */
export async function postponeProbe(on: Queryable, subject: Breaker['subject']): Promise<void> {
  await postpone(on, [subject]);
}
