import { preparedQuery, type Queryable } from '../../prepared.ts';
import { countOpenPaymentEvents } from '../money/payment-problems.ts';

export type RunningCount = { kind: string; stage: string; count: number; oldest_seconds: number };

export type Backlog = {
  /** Generations whose deadline passed over a minute ago: their holds should be gone. */
  overdue: number;
  /** Submissions that belong to nothing and are not cancelled yet. */
  orphans: number;
  /** Messages that were not delivered, and the age of the oldest; 0 without any. */
  outbox: number;
  outbox_oldest_seconds: number;
  /** How long the webhook that should have been sent first is late; 0 when none is. */
  webhook_late_seconds: number;
  /** The same of a message to a user's browser. */
  push_late_seconds: number;
  /** Age of the oldest mail that was not sent; 0 without any. */
  mail_oldest_seconds: number;
  /** How long the erasure that should have been finished first is late; 0 when none is. */
  erasure_late_seconds: number;
  /** How long the generation that should have left the trash first is late; 0 when none is. */
  trash_late_seconds: number;
  /** Reports without a decision, and the age of the oldest; 0 without any. */
  reports: number;
  report_oldest_seconds: number;
  /** How long the ledger has had no new checkpoint; since its first entry when it has none. */
  checkpoint_age_seconds: number;
  /** Events of payments that had no effect, or one that needs an operator. */
  payment_events_open: number;
};

// Both read partial indexes over what is open now, so they cost what runs and not what was ever made.
const running = preparedQuery<RunningCount>(
  'count-running',
  `select kind, stage, count(*)::integer as count,
          extract(epoch from now() - min(coalesce(started_at, created_at)))::double precision as oldest_seconds
     from generation where status in ('pending', 'processing')
    group by kind, stage`,
);

const backlog = preparedQuery<Backlog>(
  'count-backlog',
  `select (select count(*)::integer from generation
            where status in ('pending', 'processing') and deadline_at < now() - interval '60 seconds') as overdue,
          (select count(*)::integer from provider_submission where state = 'orphan') as orphans,
          (select count(*)::integer from outbox where created_at <= now()) as outbox,
          coalesce((select extract(epoch from now() - min(created_at))::double precision from outbox
                     where created_at <= now()), 0) as outbox_oldest_seconds,
          greatest(coalesce((select extract(epoch from now() - min(next_attempt_at))::double precision
                               from webhook_delivery where state = 'waiting'), 0), 0) as webhook_late_seconds,
          greatest(coalesce((select extract(epoch from now() - min(next_attempt_at))::double precision
                               from push_message), 0), 0) as push_late_seconds,
          coalesce((select extract(epoch from now() - min(created_at))::double precision from mail
                     where state = 'waiting'), 0) as mail_oldest_seconds,
          greatest(coalesce((select extract(epoch from now() - min(due_at))::double precision from erasure
                              where withdrawn_at is null and finished_at is null), 0), 0) as erasure_late_seconds,
          greatest(coalesce((select extract(epoch from now() - make_interval(days => $1) - min(deleted_at))::double precision
                               from generation where deleted_at is not null and purged_at is null), 0), 0)
            as trash_late_seconds,
          (select count(*)::integer from report where decided_at is null) as reports,
          coalesce((select extract(epoch from now() - min(created_at))::double precision from report
                     where decided_at is null), 0) as report_oldest_seconds,
          coalesce((select extract(epoch from now() - coalesce(
                             (select created_at from ledger_checkpoint order by number desc limit 1),
                             (select created_at from ledger_entry order by id limit 1)))::double precision), 0)
            as checkpoint_age_seconds,
          (${countOpenPaymentEvents}) as payment_events_open`,
);

/** Counts running generations by kind and stage, with the age of the oldest in seconds. */
export function countRunning(on: Queryable): Promise<RunningCount[]> {
  return running(on, []);
}

export async function countBacklog(on: Queryable, { trashDays }: { trashDays: number }): Promise<Backlog> {
  const [row] = await backlog(on, [trashDays]);
  if (!row) throw new Error('A count without a row');
  return row;
}

const clock = preparedQuery<{ now: Date }>('read-clock', 'select clock_timestamp() as now');

/** The database's own time, by which leases and deadlines are judged. */
export async function readClock(on: Queryable): Promise<Date> {
  const [row] = await clock(on, []);
  if (!row) throw new Error('A clock without a row');
  return row.now;
}
