// The simulated api and worker processes: their clients, the worker's timers, and their starts after a kill.
import { createOutboxCleaner } from '@atelier/db';
import { createInProcessDb, type Statement, type StatementResult } from '@atelier/db/in-process';
import type { Choices } from './choices.ts';
import type { Database } from './database.ts';
import type { Horizon } from './horizon.ts';
import type { Operations } from './load-operations.ts';
import type { Observer } from './observer.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';
import type { BreakerWatch } from './watch-breakers.ts';
import { watchLine } from './watch-line.ts';
import type { StandInWatch } from './watch-stand-ins.ts';
import { type SimulatedProvider, webhookKeys } from './world/provider.ts';
import type { Consumer, Queue } from './world/queue.ts';
import type { Storage } from './world/storage.ts';

/** Short, so that a schedule can be longer. */
export const providerWaitHours = 1;

export type World = {
  scheduler: Scheduler;
  choices: Choices;
  database: Database;
  observer: Observer;
  storage: Storage;
  provider: SimulatedProvider;
  queue: Queue;
  horizon: Horizon;
  breakers: BreakerWatch;
  standIns: StandInWatch;
  maxRunning: number;
};

// biome-ignore lint/suspicious/noExplicitAny: the simulated clients are what the operations take
type Deps = any;
export type Api = { process: SimulatedProcess; operations: Operations; deps: Deps };
export type Processes = ReturnType<typeof startProcesses>;

const outboxEveryMs = 1_000;
const sweepEveryMs = 10_000;
const breakersEveryMs = 1_000;
/** Interval after the faults, when only long waits are left, for an outage or a deadline. */
const lateEveryMs = 20_000;
const lateAfterMs = 90_000;

export function startProcesses(world: World, machines: readonly Operations[]) {
  const { scheduler, choices, horizon } = world;
  const apis: Api[] = [];
  const workers: (Consumer & { deps: Deps })[] = [];
  const busy = new Set<SimulatedProcess>();
  const startedMs = scheduler.nowMs();
  for (const [index, operations] of machines.entries()) {
    const api = { process: newProcess(`api-${index + 1}`), operations, deps: undefined as Deps };
    const worker = {
      process: newProcess(`worker-${index + 1}`),
      operations,
      deps: undefined as Deps,
      handlers: {},
    };
    start(api.process, () => {
      api.deps = createDeps(world, api);
    });
    start(worker.process, () => {
      worker.deps = createDeps(world, worker);
      worker.handlers = createHandlers(worker);
      startTimers(worker);
    });
    apis.push(api);
    workers.push(worker);
  }

  function start(process: SimulatedProcess, onStart: () => void): void {
    process.onStart = onStart;
    onStart();
  }

  function startTimers({ process, operations, deps }: Api): void {
    const { life } = process;
    const isLate = () => scheduler.nowMs() - startedMs > lateAfterMs;
    const repeat = (everyMs: number, work: () => Promise<void>, isDue = horizon.isDue) =>
      scheduler.at(everyMs, async function tick() {
        if (!process.isAlive || process.life !== life) return;
        // Now and then a run that should find nothing.
        const isWanted = isDue(scheduler.nowMs()) || (everyMs === sweepEveryMs && choices.below(24) === 23);
        if (!isWanted || busy.has(process)) return void scheduler.at(everyMs, tick);
        busy.add(process);
        await scheduler.task(process, work, () => {
          busy.delete(process);
          if (process.isAlive && process.life === life) scheduler.at(isLate() ? lateEveryMs : everyMs, tick);
        });
      });
    busy.delete(process);
    repeat(outboxEveryMs, () => operations.drainOutbox(deps, 2));
    repeat(sweepEveryMs, () => operations.sweep(deps));
    repeat(breakersEveryMs, () => operations.tendBreakers(deps), horizon.isBreakerDue);
  }

  return {
    consumers: () => workers,
    api: (): Api | undefined => {
      const alive = apis.filter(({ process }) => process.isAlive);
      return alive[choices.below(alive.length || 1)];
    },
    running(): SimulatedProcess {
      const process = scheduler.current();
      if (!process) throw new Error('No process is running');
      return process;
    },
    areIdle: () => scheduler.isIdle() && busy.size === 0,
  };
}

function newProcess(name: string): SimulatedProcess {
  return { name, isAlive: true, life: 1, onStart: undefined };
}

function createHandlers({ operations, deps }: Api): Consumer['handlers'] {
  return {
    'dispatch-generation': (payload) => operations.dispatchGeneration(deps, payload),
    'watch-generation': (payload, context) => operations.watchGeneration(deps, payload, context),
    'finish-generation': (payload, context) => operations.finishGeneration(deps, payload, context),
    'delete-files': (payload, context) => operations.deleteFiles(deps, payload, context),
  };
}

/** The scheduler alone decides what takes long. */
const unhurried = { slowMs: Number.POSITIVE_INFINITY };

const resultRules = {
  allowedHosts: ['.fal.media'],
  maxBytes: 1_000_000,
  idleMs: 30_000,
  patienceMs: 120_000,
  bytesPerSecond: 1_000_000,
};

const noLog = { info() {}, warn() {}, error() {}, debug() {} };

function createDeps(world: World, { process, operations }: Pick<Api, 'process' | 'operations'>): Deps {
  const { storage, provider, queue } = world;
  const db = createInProcessDb((statement) => execute(world, process, statement));
  const deps: Deps = {
    db,
    breakers: new operations.BreakerCache({ db, log: noLog }),
    reserve: operations.groupReservations(db.pool, unhurried),
    acceptProviderEvent: operations.groupProviderEvents(db.pool, unhurried),
    endGeneration: operations.groupEnds(db.pool, unhurried),
    pendingLineEvents: new Set(),
    finishing: operations.createFinishing(),
    submissionGate: operations.createSubmissionGate(),
    log: noLog,
    env: { LIMIT_RUNNING: world.maxRunning, LIMIT_WAITING: 1_000, WEBHOOK_TRUSTED_HOSTS: [] },
    maxRunning: world.maxRunning,
    producer: {
      enqueue: (
        name: string,
        payload: Record<string, unknown>,
        options: { jobId: string; delayMs?: number },
      ) => queue.enqueue(process, name, payload, options),
    },
    outboxCleaner: createOutboxCleaner(db.pool, () => undefined),
    queueHealth: { assertUp: async () => undefined },
    // How long something is expected to take decides nothing but when it is polled.
    durations: { read: async () => new Map() },
    mediaUrl: (key: string) => `/files/${key}`,
    realtime: {
      emitToUser: (_user: string, name: string, body: object) => emit(world, process, name, body),
      // Forms and the status page only read again what they show.
      emitToAll: async () => true,
    },
    webhookKeys,
    webhookSigner: undefined,
    // Answers about the account open the breaker whichever call they come to, as in the worker.
    provider: provider.clientOf(process, (verdict) => {
      operations.reportVerdict(deps, verdict, '').catch(() => undefined);
    }),
    store: storage.storeOf(process),
    media: storage.mediaOf(process),
    follower: { follow: () => false },
    // Nothing reads the counters here.
    metrics: new Proxy({}, { get: () => () => undefined }),
    settings: {
      webhookBaseUrl: 'https://atelier.test',
      isStoreReachable: true,
      resultRules,
      auditOriginDays: 30,
      trashDays: 30,
      archiveDays: 90,
      workDir: `unused/${process.name}`,
      dataDir: `unused/${process.name}`,
      providerWaitHours,
    },
  };
  return deps;
}

function execute(world: World, process: SimulatedProcess, statement: Statement): Promise<StatementResult> {
  const { scheduler, database, observer, horizon } = world;
  const about = statement.values.map(observer.aliasOf).find((alias) => alias !== undefined) ?? '';
  const label =
    `${statement.name ?? statement.text.trim().replace(/\s+/g, ' ').slice(0, 40)} ${about}`.trimEnd();
  return scheduler.step(
    process,
    { kind: 'sql', label },
    () => {
      database.setClock(scheduler.nowMs());
      if (!statement.text.startsWith('select') || statement.text.startsWith('select * from'))
        horizon.changed();
      try {
        const line = watchLine(world, statement);
        const checkBreakers = world.breakers.before(statement);
        const checkStandIn = world.standIns.before(statement);
        const result = database.run(statement);
        line.check(result);
        checkBreakers(result);
        checkStandIn(result);
        observer.committed(statement, result);
        return { ...result, rows: inOrder(result.rows, observer) };
      } catch (error) {
        observer.refused(statement, error);
        throw error;
      }
    },
    () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
  );
}

/** An update returns rows as they lie on the disk; a schedule must not depend on that. */
function inOrder(rows: Record<string, unknown>[], { aliasOf }: Observer): Record<string, unknown>[] {
  if (rows.length < 2) return rows;
  const rank = ({ id, key, payload }: Record<string, unknown>) =>
    `${aliasOf(id ?? (payload as { generationId?: string } | undefined)?.generationId) ?? ''} ${String(key ?? '').split(':')[0]}`;
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .sort((a, b) => a.rank.localeCompare(b.rank))
    .map(({ row }) => row);
}

/** An event is a hint: one that is lost is no error. */
async function emit(
  { scheduler, observer }: World,
  process: SimulatedProcess,
  name: string,
  body: object,
): Promise<boolean> {
  const lost = new Error('event not sent');
  observer.emitting(name, body as Record<string, unknown>);
  try {
    await scheduler.step(
      process,
      { kind: 'event', label: `emit ${name}` },
      () => observer.emitted(name, body as Record<string, unknown>),
      () => lost,
    );
    return true;
  } catch (error) {
    if (error !== lost) throw error;
    return false;
  }
}
