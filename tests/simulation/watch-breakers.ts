// Rules about an open breaker that the rows at the end no longer show: what is submitted meanwhile, how fast what waited
// starts afterwards, and in which order.
import type { Statement, StatementResult } from '@atelier/db/in-process';
import type { Database } from './database.ts';
import type { Observer } from './observer.ts';
import type { Scheduler } from './scheduler.ts';
import type { ProviderRequest } from './world/provider-answers.ts';

type BreakerWorld = { database: Database; observer: Observer; scheduler: Scheduler };
type Attempt = Pick<ProviderRequest, 'generationId' | 'attempt'>;

export type BreakerWatch = ReturnType<typeof watchBreakers>;

/** Statements after which an attempt is no longer being submitted. */
const answers = ['return-to-line', 'record-submission', 'mark-submission-unknown', 'reopen-submission'];
const starts = ['start-waiting', 'start-probe'];

/** A process that was killed gets no answer: its claim lasts that long. */
const leaseMs = 20_000;

export function watchBreakers({ database, observer, scheduler }: BreakerWorld) {
  /** Subjects of open breakers at the time of an attempt's claim. */
  const openAtClaim = new Map<string, string[]>();
  /** Generation that makes the claimed probe of a subject; undefined until it is submitted. It may be sent again. */
  const probes = new Map<string, string | undefined>();
  /** The attempt that probes a subject, while it has no answer. */
  const probing = new Map<string, Attempt & { atMs: number }>();
  const order = watchOrder({ database, observer });
  const ramp = watchRamp({ database, observer });

  function claimed(id: string, attempt: number): void {
    const open = database.sql(
      `select b.subject from provider_breaker b join generation g on g.id = $1
        where b.state = 'open' and (b.subject in ('account', 'provider') or b.subject = 'kind:' || g.kind)`,
      [id],
    );
    openAtClaim.set(
      `${id} ${attempt}`,
      open.map(({ subject }) => String(subject)),
    );
  }

  function mayProbe(subject: string, generationId: string): boolean {
    return probes.has(subject) && (probes.get(subject) ?? generationId) === generationId;
  }

  function answered(generationId: unknown): void {
    for (const [subject, attempt] of probing)
      if (attempt.generationId === generationId) probing.delete(subject);
  }

  return {
    /** Called before a statement; the returned function gets its result, whether or not its process learns of it. */
    before({ name = '', values }: Statement): (result: StatementResult) => void {
      const ramping = name === 'start-waiting' ? listRamping(database) : [];
      return ({ rows }) => {
        const ids = rows.map(({ id }) => id);
        if (name === 'claim-probe') for (const { subject } of rows) probes.set(String(subject), undefined);
        if (name === 'claim-submission')
          for (const { id, attempt } of rows) claimed(String(id), Number(attempt));
        if (answers.includes(name)) answered(values[0]);
        if (name.startsWith('mark-generation-ended')) for (const id of ids) answered(id);
        if (name === 'start-waiting' && ids.length > 0) ramp.started(ids, ramping);
        if (starts.includes(name) || name.startsWith('reserve-generation')) order.started(ids);
        if (name === 'return-to-line') for (const id of ids) checkHold(database, observer, id);
      };
    },
    /** A submission of a process, as it leaves for fal. */
    submitted(attempt: Attempt): void {
      const { generationId, attempt: count } = attempt;
      const subjects = openAtClaim.get(`${generationId} ${count}`) ?? [];
      if (subjects.length === 0) return;
      const what = `attempt ${count} of generation ${generationId} was submitted`;
      const allowed = subjects.filter((subject) => mayProbe(subject, generationId));
      if (allowed.length === 0)
        observer.violate(`${what} although the breaker of ${subjects.join(' and ')} was open`);
      // A model has its probe while the account is locked, too; that of the account is of a model that is not held.
      const ofModel = allowed.filter((subject) => subject.startsWith('kind:'));
      for (const subject of ofModel.length > 0 ? ofModel : allowed) {
        probes.set(subject, generationId);
        const other = probing.get(subject);
        if (other && other.generationId !== generationId && scheduler.nowMs() - other.atMs < leaseMs)
          observer.violate(`${what} while generation ${other.generationId} probed ${subject}, too`);
        probing.set(subject, { ...attempt, atMs: scheduler.nowMs() });
      }
    },
    /** A user has changed the order of their line. */
    lineMoved: (ids: readonly string[]) => order.moved(ids),
  };
}

/** Starts since the end of an outage, of which there are two at first and twice as many every five seconds. */
function watchRamp({ database, observer }: Omit<BreakerWorld, 'scheduler'>) {
  const starts = new Map<string, number>();
  return {
    /** `ramping`: the breakers before the start. */
    started(ids: readonly unknown[], ramping: readonly Record<string, unknown>[]): void {
      for (const { subject, kind, since, places } of ramping) {
        const [row] = database.sql(
          'select count(*)::integer as count from generation where id = any($1) and coalesce(kind = $2, true)',
          [ids, kind],
        );
        const key = `${subject} ${since}`;
        const count = (starts.get(key) ?? 0) + Number(row?.count);
        starts.set(key, count);
        if (Number(row?.count) > 0 && count > Number(places))
          observer.violate(`${count} were started after the breaker of ${subject}, more than ${places}`);
      }
    },
  };
}

function listRamping(database: Database): Record<string, unknown>[] {
  return database.sql(
    `select subject, case when subject like 'kind:%' then substr(subject, 6) end as kind, ramp_started_at::text as since,
            (2 * 2 ^ least(extract(epoch from virtual.now() - ramp_started_at) / 5, 18))::integer as places
       from provider_breaker where state = 'ramping'`,
  );
}

/** Checks that a generation keeps its credits when it goes back into its line. */
function checkHold(database: Database, observer: Observer, id: unknown): void {
  const rows = database.sql(
    // A stand-in has exchanged its hold, and keeps the second.
    `select kind from ledger_entry where generation_id = $1 and entry_key = kind || ':' || $1 and kind <> 'reserve'`,
    [id],
  );
  if (rows.length > 0) observer.violate(`generation ${id} waits again, but its credits were moved`);
}

/**
 * Checks that, of one user and kind, a generation that has started once starts again before all that started later, or
 * never.
 */
function watchOrder({ database, observer }: Omit<BreakerWorld, 'scheduler'>) {
  const firstStartMs = new Map<string, number>();
  const moved = new Set<string>();

  function check(id: string, nowMs: number): void {
    const ownMs = firstStartMs.get(id) ?? nowMs;
    const behind = database.sql(
      `select o.id from generation g join generation o on o.user_id = g.user_id and o.kind = g.kind
        where g.id = $1 and o.status = 'waiting'`,
      [id],
    );
    for (const { id: other } of behind) {
      const otherMs = firstStartMs.get(String(other));
      if (otherMs !== undefined && otherMs < ownMs && !moved.has(String(other)))
        observer.violate(`generation ${id} was started before ${other}, which had started earlier`);
    }
  }

  return {
    started(ids: readonly unknown[]): void {
      const rows = database.sql(
        `select id, coalesce(started_at, created_at) as started_at from generation where id = any($1) and status = 'pending'`,
        [ids],
      );
      for (const { id, started_at } of rows) {
        const nowMs = (started_at as Date).getTime();
        if (!moved.has(String(id))) check(String(id), nowMs);
        if (!firstStartMs.has(String(id))) firstStartMs.set(String(id), nowMs);
      }
    },
    moved(ids: readonly string[]): void {
      for (const id of ids) moved.add(id);
    },
  };
}
