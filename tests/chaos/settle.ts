import { setTimeout as wait } from 'node:timers/promises';
import { type CheckoutEvent, completedEvent, refundedEvent, signEvent } from '@atelier/dev-stack';
import { cancel } from './load/other-actions.ts';
import type { Load } from './load/start-load.ts';
import { submitUntilAnswered } from './load/submit.ts';
import { submitBatchUntilAnswered } from './load/submit-batch.ts';
import type { Stage } from './stage/open-stage.ts';

type Options = {
  /**
   * Whether leases that wait for a webhook or a lost process end at once, for short runs. They may end early at any
   * time.
   */
  isHurried: boolean;
  limitMs: number;
  /** Time after the last open breaker in which every generation has ended; when absent, running ones are no problem. */
  boundMs?: number | undefined;
  signal: AbortSignal;
};

const everyMs = 500;
/** Counts that must be zero before the run is judged. */
const openWork = `
  select (select count(*) from generation where finished_at is null)::int as generations,
         (select count(*) from outbox)::int as outbox,
         (select count(*) from file_write)::int as file_writes,
         (select count(*) from provider_submission where state = 'orphan')::int as orphans,
         (select count(*) from webhook_delivery where state = 'waiting')::int as webhooks,
         (select count(*) from push_message)::int as pushes,
         (select count(*) from film where join_due_at is not null)::int as films,
         (select count(*) from cut where finished_at is null)::int as cuts,
         (select count(*) from take_out where state not in ('ready', 'failed'))::int as take_outs`;

/** Open generations in the order in which the polls, the sweeper and the line find them. */
const openGenerations = `
  select g.id, g.kind, g.status, g.stage, g.submit_state, g.attempt, g.watch_run, g.batch_line,
         round(extract(epoch from g.next_check_at - now()))::int as check_in_seconds,
         round(extract(epoch from now() - g.stage_started_at))::int as stage_seconds,
         g.cancel_requested_at is not null as is_cancelled, a.running, a.waiting, a.is_line_paused
    from generation g join credit_account a on a.user_id = g.user_id
   where g.finished_at is null and coalesce(g.prompt, '') not like '%[stuck]%'
   order by g.next_check_at, g.id`;

/**
 * Waits until everything has ended that will end without help; users cancel what fal never starts, repeat what
 * they got no answer to, and the payment provider repeats its events. Returns what had not ended within the limit, and
 * each generation that was open after the bound, with all that decides when it goes on.
 */
export async function settle(stage: Stage, load: Load, options: Options): Promise<string[]> {
  const until = Date.now() + options.limitMs;
  await stage.processes.allReady(options.signal);
  stage.userServer.setWell();
  await Promise.all(
    load.users.flatMap((user) => [
      ...[...user.open].map((open) => submitUntilAnswered(load, user, open)),
      ...[...user.openBatches].map((open) => submitBatchUntilAnswered(load.log, user, open)),
    ]),
  );
  await repeatPaymentEvents(stage, load);
  const { boundMs = Number.POSITIVE_INFINITY } = options;
  let boundAt = Date.now() + boundMs;
  let late: string[] | undefined;
  let open: Record<string, number> = {};
  for (let isFirst = true; Date.now() < until && !options.signal.aborted; isFirst = false) {
    if (isFirst || options.isHurried) await endStuck(stage, load);
    if (options.isHurried) await endLeases(stage);
    await ageFileWrites(stage);
    await repeatNotices(stage);
    open = (await stage.db.pool.query<Record<string, number>>(openWork)).rows[0] ?? {};
    if (await isHeld(stage)) boundAt = Date.now() + boundMs;
    if (late === undefined && Date.now() >= boundAt) late = await describeOpen(stage, options.boundMs);
    if (Object.values(open).every((count) => count === 0)) return late ?? [];
    await wait(everyMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
  const stuck = Object.entries(open).filter(([, count]) => count > 0);
  return [...(late ?? []), ...stuck.map(([what, count]) => `stuck: ${count} ${what}`)];
}

/** Whether a breaker is open: several submissions that are refused in turn hold the line for a minute each. */
async function isHeld({ db }: Stage): Promise<boolean> {
  const { rowCount } = await db.pool.query("select from provider_breaker where state = 'open'");
  return rowCount !== 0;
}

async function describeOpen({ db }: Stage, boundMs = 0): Promise<string[]> {
  const { rows } = await db.pool.query<Record<string, unknown>>(openGenerations);
  return rows.map((row) => {
    const facts = Object.entries(row).map(([name, value]) => `${name} ${value}`);
    return `late: open ${boundMs / 1_000} s after the last fault and breaker: ${facts.join(', ')}`;
  });
}

/**
 * Ends generations that the emulator never starts: their users cancel them, or their deadline comes. For an account whose
 * closing was interrupted a job would cancel them, every ten minutes: here the deadline is moved to come first.
 */
async function endStuck({ db }: Stage, { users, log }: Load): Promise<void> {
  await db.pool.query(
    `update generation g set deadline_at = now(), next_check_at = now() from app_user u
      where u.id = g.user_id and u.closed_at is not null and g.finished_at is null and g.prompt like '%[stuck]%'`,
  );
  const stuck = users.flatMap((user) =>
    [...user.generations].flatMap(([id, { scenario }]) => (scenario === 'stuck' ? [{ user, id }] : [])),
  );
  await Promise.all(
    stuck.map(async ({ user, id }) => {
      const status = user.page.states.get(id)?.status;
      if (status === undefined || ['waiting', 'pending', 'processing'].includes(status))
        await cancel(log, user, id);
    }),
  );
}

async function endLeases({ db }: Stage): Promise<void> {
  await db.pool.query(
    "update provider_breaker set probe_at = now() where state = 'open' and probe_at > now()",
  );
  await db.pool.query(
    `update generation set next_check_at = now()
      where finished_at is null and submit_state in ('sending', 'unknown') and next_check_at > now()
        and stage_started_at < now() - interval '20 seconds'`,
  );
}

/** Nothing is being stored any more, so the time that the sweeper leaves for that is over. */
function ageFileWrites({ db }: Stage): Promise<unknown> {
  return db.pool.query(
    `update file_write set created_at = now() - interval '1 hour'
      where created_at > now() - interval '30 minutes' and not exists (select from generation where finished_at is null)`,
  );
}

/**
 * The waits of webhooks and push messages grow to half an hour; their receivers are well, and each may be sent as soon as
 * it was not taken.
 */
async function repeatNotices({ db }: Stage): Promise<void> {
  await db.pool.query(
    `update push_message set next_attempt_at = now()
      where attempts > 0 and next_attempt_at > now() + interval '20 seconds'`,
  );
  await db.pool.query(
    `update webhook_delivery set next_attempt_at = now()
      where state = 'waiting' and last_problem is not null and next_attempt_at > now() + interval '20 seconds'`,
  );
}

/** Stripe repeats an event for days; the local checkout gives up after seconds. */
async function repeatPaymentEvents({ checkout, url }: Stage, { log }: Load): Promise<void> {
  const findSession = (body: unknown) =>
    checkout.sessions.get((body as { sessionId?: string })?.sessionId ?? '');
  const events: CheckoutEvent[] = [];
  for (const { action, body, subject } of log.all) {
    const session =
      findSession(body) ??
      [...checkout.sessions.values()].find(({ metadata }) => Object.values(metadata).includes(subject));
    if (!session) continue;
    if (action === 'pay-complete' && session.status === 'complete') events.push(completedEvent(session));
    if (action === 'money-back') events.push(refundedEvent(session, Math.ceil(session.amountMinor / 2)));
  }
  for (const event of events) await deliver(event, `${url}/api/checkout/webhook`, checkout.webhookSecret);
}

async function deliver(event: CheckoutEvent, webhookUrl: string, webhookSecret: string): Promise<void> {
  const body = JSON.stringify(event);
  const headers = await signEvent(body, { webhookSecret });
  const response = await fetch(webhookUrl, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The payment event ${event.type} is answered with ${response.status}`);
}
