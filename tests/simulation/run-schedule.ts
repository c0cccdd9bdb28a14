// One schedule: two machines with an api and a worker each, users, and what goes wrong. Afterwards everything must have
// ended within its deadline, and the checker must find nothing.
import { findViolations } from '../checker/find-violations.ts';
import type { Choices } from './choices.ts';
import type { Database } from './database.ts';
import { findLostResults, findProviderFailures, findWrongCharges } from './find-provider-failures.ts';
import { createHorizon } from './horizon.ts';
import type { Operations } from './load-operations.ts';
import { createObserver, findUnseenEnds } from './observer.ts';
import { drawPlan, type Plan } from './plan.ts';
import { Scheduler } from './scheduler.ts';
import { providerWaitHours, startProcesses } from './start-processes.ts';
import { Users } from './users.ts';
import { watchBreakers } from './watch-breakers.ts';
import { watchStandIns } from './watch-stand-ins.ts';
import { answerDownloads } from './world/guarded-get.ts';
import { SimulatedProvider } from './world/provider.ts';
import { Queue } from './world/queue.ts';
import { startSicknesses } from './world/sickness.ts';
import { createStorage } from './world/storage.ts';

export type ScheduleResult = {
  violations: readonly string[];
  decisions: readonly number[];
  /** Returns the trace, a line for each step. Equal for equal decisions. */
  trace: () => string[];
};
export type Subject = {
  database: Database;
  machines: readonly Operations[];
  /** Takes the place of what is drawn. */
  planned?: Partial<Plan> | undefined;
};

const dayMs = 86_400_000;
/** Every schedule has a day of its own: what modules remember of the one before is long out of date. */
let day = Date.UTC(2030, 0, 1, 9) / dayMs;
/** The sweeper comes every ten seconds, an unreachable provider is waited for, a stalled job is noticed. */
const graceMs = 60_000;
/** Two probes, and the time in which what waited is started. */
const probeMs = 180_000;

export async function runSchedule(
  { database, machines, planned }: Subject,
  choices: Choices,
): Promise<ScheduleResult> {
  day += 1;
  const plan = { ...drawPlan(choices), ...planned };
  const scheduler = new Scheduler(choices, { startMs: day * dayMs, maxSteps: 10_000 });
  const observer = createObserver();
  database.empty();
  database.setClock(scheduler.nowMs());
  const storage = createStorage(scheduler);
  const horizon = createHorizon(database, { maxRunning: plan.maxRunning, waitHours: providerWaitHours });
  const breakers = watchBreakers({ database, observer, scheduler });
  const standIns = watchStandIns({ database, observer, requests: () => provider.requests() });
  const provider = new SimulatedProvider({
    scheduler,
    choices,
    findSickness: startSicknesses(scheduler, plan.sicknesses),
    deliver: (webhook) => users.deliver(webhook),
    onSubmission: breakers.submitted,
  });
  const queue = new Queue({
    scheduler,
    choices,
    consumers: () => processes.consumers(),
    keepsEnded: plan.keepsEndedJobs,
    onEnqueue: observer.enqueued,
  });
  const watches = { observer, horizon, breakers, standIns };
  const world = {
    scheduler,
    choices,
    database,
    storage,
    provider,
    queue,
    ...watches,
    maxRunning: plan.maxRunning,
  };
  const processes = startProcesses(world, machines);
  const users: Users = new Users({ ...world, processes }, plan);
  answerDownloads((url) => provider.download(processes.running(), url));
  planFaults(scheduler, plan, { queue, fal: provider, storage });

  const limitMs = scheduler.nowMs() + findEnd(plan);
  const isOver = () =>
    scheduler.nowMs() > limitMs ||
    (users.areDone() && processes.areIdle() && queue.isEmpty() && horizon.isEmpty());
  try {
    await scheduler.run(isOver);
    database.setClock(scheduler.nowMs());
    observer.violations.push(...(await findAll({ ...world, users }, plan)));
  } catch (error) {
    observer.violate((error as Error).message);
  }
  const violations = observer.violations.map((sentence) => withAliases(sentence, observer));
  const trace = () => scheduler.trace().map((line) => withAliases(line, observer));
  return { violations, trace, decisions: choices.taken() };
}

type World = Parameters<typeof startProcesses>[0] & { users: Users };

/** Deadlines are 15 minutes and ten times the expected duration after the start, for which others may have to end. */
function findEnd({ outages, sicknesses, faultsEndMs, generations, maxRunning }: Plan): number {
  const rounds = Math.ceil(generations.length / maxRunning);
  const faultsEnd = Math.max(faultsEndMs, ...outages.map(({ toMs }) => toMs));
  // A generation that waited has its whole time from its start after a probe. fal that is away is probed as well.
  const sick = [...sicknesses, ...outages.filter((outage) => outage.of === 'fal')];
  const sickUntil = Math.max(0, ...sick.map(({ toMs }) => toMs));
  const fromMs = Math.max(faultsEndMs, sickUntil > 0 ? Math.max(faultsEnd, sickUntil) + probeMs : 0);
  return Math.max(faultsEnd, fromMs + rounds * (930_000 + graceMs)) + graceMs;
}

function planFaults(
  scheduler: Scheduler,
  { rates, faultsEndMs, outages, queueLossesMs }: Plan,
  stores: Record<Plan['outages'][number]['of'], { setDown(next: boolean): void }> & {
    queue: { loseEverything(): void };
  },
): void {
  scheduler.setRates(rates);
  scheduler.at(faultsEndMs, () => scheduler.setRates(undefined));
  for (const { of, fromMs, toMs } of outages) {
    scheduler.at(fromMs, () => stores[of].setDown(true));
    scheduler.at(toMs, () => stores[of].setDown(false));
  }
  for (const atMs of queueLossesMs) scheduler.at(atMs, () => stores.queue.loseEverything());
}

async function findAll(
  { database, observer, storage, provider, queue, users, scheduler, standIns }: World,
  plan: Plan,
) {
  const now = new Date(scheduler.nowMs());
  const found = await findViolations(async (text, values) => database.sql(text, values), {
    now,
    statFile: async (key) => storage.measureSize(key),
    acknowledged: users.acknowledged(),
    // An attempt that ended because of our account is as one that never was, and of one that was refused nothing is known.
    accepted: provider
      .requests()
      .filter(({ outcome, isDenied }) => outcome !== 'account' && !isDenied)
      .map(({ id, ...request }) => ({ requestId: id, ...request })),
    seen: observer.seen(),
  });
  return [
    ...found,
    ...users.violations,
    ...findUnseenEnds(observer),
    ...queue.unknownErrors.map((error) => `a job failed with ${(error as Error).stack ?? error}`),
    ...findRunning(database),
    ...findProviderFailures(database, provider.requests(), plan),
    ...findWrongCharges(database, provider.requests()),
    ...findLostResults(database, provider.requests(), users.delivered()),
    ...standIns.findMisnamed(storage.readText),
    ...findHastyAttempts(database),
    ...findLateAttempts(database),
    ...findFilesOfDeleted(database, storage.keys(), hasLostDeletions(plan)),
  ];
}

/** Faults are over and every deadline has passed. */
function findRunning(database: Database): string[] {
  const rows = database.sql(
    `select id, status, stage, submit_state from generation where finished_at is null`,
  );
  return rows.map(
    (row) => `generation ${row.id} never ended: ${row.status}, ${row.stage}, ${row.submit_state}`,
  );
}

/** fal is asked again only after a refusal, or when an answer has had 45 s to come. */
function findHastyAttempts(database: Database): string[] {
  const rows = database.sql(
    `select a.generation_id as id, b.attempt, extract(epoch from b.started_at - a.started_at)::integer as seconds
       from provider_submission a
       join provider_submission b on b.generation_id = a.generation_id and b.attempt = a.attempt + 1
      where a.state not in ('refused', 'given_up') and b.started_at - a.started_at < interval '45 seconds'`,
  );
  return rows.map(
    ({ id, attempt, seconds }) =>
      `attempt ${attempt} of generation ${id} came ${seconds} s after the one before`,
  );
}

/** The sweeper ends what was not submitted until its deadline, without the queue. What waits again has none. */
function findLateAttempts(database: Database): string[] {
  const rows = database.sql(
    `select g.id, s.attempt from provider_submission s join generation g on g.id = s.generation_id
      where s.started_at > g.deadline_at + interval '60 seconds' and g.held_since is null`,
  );
  return rows.map(({ id, attempt }) => `attempt ${attempt} of generation ${id} came after its deadline`);
}

/** A deletion that fails may take longer than a schedule lasts; tests/chaos waits for those. */
function hasLostDeletions({ rates, outages, queueLossesMs }: Plan): boolean {
  return rates.storage + rates.sql + outages.length + queueLossesMs.length > 0;
}

/** Finds files of purged generations. While one may be late, those with an outbox row for their deletion are left out. */
function findFilesOfDeleted(database: Database, keys: string[], mayBeLate: boolean): string[] {
  const rows = database.sql(
    `select o.storage_key as key, g.id from output o join generation g on g.id = o.generation_id
      where g.purged_at is not null and (o.storage_key = any($1) or o.poster_key = any($1))
        and not ($2 and exists (select from outbox where key = 'delete-files:' || g.id))`,
    [keys, mayBeLate],
  );
  return rows.map(({ key, id }) => `generation ${id} is deleted for good, but its file ${key} is not`);
}

/** Ids are new in every run; their order is not. */
function withAliases(sentence: string, { generations }: ReturnType<typeof createObserver>): string {
  return generations().reduce((text, { id, alias }) => text.replaceAll(id, alias), sentence);
}
