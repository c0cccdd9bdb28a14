import { costFindingCodes, findSubjectKind } from '@atelier/contract';
import {
  type Breaker,
  countBacklog,
  countCostFindings,
  countKindFindings,
  countLine,
  countRunning,
  listBreakers,
  readClock,
} from '@atelier/db';
import { queueMetrics } from '@atelier/queue';
import type { Realtime } from '@atelier/realtime';
import { addLineMetrics, addProcessMetrics, addSigningMetrics, measureStorage } from '@atelier/telemetry';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { ApiDeps } from '../deps.ts';

type MetricsDeps = Pick<ApiDeps, 'queue' | 'db' | 'store' | 'log' | 'env' | 'signer'> & {
  realtime: Realtime;
};

export type ApiMetrics = ReturnType<typeof createMetrics>;

/** Metrics as Prometheus text. Figures from the stores are read at scrape time, so nothing runs in between. */
export function createMetrics(deps: MetricsDeps) {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `atelier_${name}`, help, labelNames, registers });
  const requests = new Histogram({
    name: 'atelier_http_request_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const sockets = gauge('sockets', 'Sockets connected to this process');
  const readProcess = addProcessMetrics(registry, {
    stores: {
      queue: queueGauges(deps, gauge),
      database: databaseGauges(deps, gauge),
      storage: measureStorage(registry, deps.store),
    },
    readClock: () => readClock(deps.db.pool),
    // When one store is down, the other figures matter most.
    onError: (err, store) => deps.log.warn({ err, store }, 'metrics of a store could not be read'),
  });

  addSigningMetrics(registry, deps.signer);

  return {
    contentType: registry.contentType,
    slotFilled: addLineMetrics(registry),
    /** Labelled with the route, not the URL, which would create a series per id. */
    watchRequests(api: FastifyInstance) {
      api.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1_000);
      });
    },
    read(): Promise<string> {
      sockets.set(deps.realtime.connectedCount());
      return readProcess();
    },
  };
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

function queueGauges(deps: MetricsDeps, gauge: MakeGauge) {
  const jobs = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state']);
  const age = gauge('queue_oldest_waiting_seconds', 'Age of the job at the head of the queue', ['queue']);
  return async () => {
    for (const { name: queue, counts, oldestWaitingAgeSeconds } of await queueMetrics(deps.queue)) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      age.set({ queue }, oldestWaitingAgeSeconds ?? 0);
    }
  };
}

function lineGauges(gauge: MakeGauge) {
  const waiting = gauge('line_waiting', "Generations that wait in their users' lines");
  const oldest = gauge('line_oldest_seconds', 'How long the first of all that wait has waited');
  const stalled = gauge('lines_stalled', 'Users of whom some wait although places are free');
  return (line: Awaited<ReturnType<typeof countLine>>) => {
    waiting.set(line.waiting);
    oldest.set(line.oldest_seconds);
    stalled.set(line.stalled);
  };
}

type Backlog = Awaited<ReturnType<typeof countBacklog>>;

function outboxGauges(gauge: MakeGauge) {
  const messages = gauge('outbox_messages', 'Outbox messages not delivered yet');
  const age = gauge('outbox_oldest_seconds', 'Age of the oldest outbox message');
  return (backlog: Backlog) => {
    messages.set(backlog.outbox);
    age.set(backlog.outbox_oldest_seconds);
  };
}

function reportGauges(gauge: MakeGauge) {
  const reports = gauge('reports_open', 'Reports of shared pages that were not decided about');
  const reportAge = gauge('report_oldest_seconds', 'Age of the oldest report that was not decided about');
  return (backlog: Backlog) => {
    reports.set(backlog.reports);
    reportAge.set(backlog.report_oldest_seconds);
  };
}

function deliveryGauges(gauge: MakeGauge) {
  const webhookLate = gauge('webhook_late_seconds', 'How long the oldest due webhook has been waiting');
  const pushLate = gauge(
    'push_late_seconds',
    "How long the oldest due message to a user's browser has been waiting",
  );
  const mailAge = gauge('mail_oldest_seconds', 'Age of the oldest mail that was not sent');
  return (backlog: Backlog) => {
    webhookLate.set(backlog.webhook_late_seconds);
    pushLate.set(backlog.push_late_seconds);
    mailAge.set(backlog.mail_oldest_seconds);
  };
}

function checkpointGauge({ env }: MetricsDeps, gauge: MakeGauge) {
  const age = gauge(
    'checkpoint_age_seconds',
    'How long the ledger has had no new checkpoint; 0 without a key that signs them',
  );
  return (backlog: Backlog) => age.set(env.WEBHOOK_SIGNING_KEY ? backlog.checkpoint_age_seconds : 0);
}

function paymentGauge(gauge: MakeGauge) {
  const open = gauge(
    'payment_events_open',
    'Events of payments without their effect, or with one that needs an operator',
  );
  return (backlog: Backlog) => open.set(backlog.payment_events_open);
}

function kindGauges(gauge: MakeGauge) {
  const findings = gauge('kind_findings', 'What no longer fits between our kinds and their models at fal');
  const oldest = gauge(
    'kind_check_oldest_seconds',
    'How long ago the kind was checked that has not been checked for longest; 0 while the check is off',
  );
  return (counted: Awaited<ReturnType<typeof countKindFindings>>) => {
    findings.set(counted.findings);
    oldest.set(counted.oldest_seconds);
  };
}

/** 1 of the account and the provider while they are held, and of each kind that is. */
function breakerGauge(gauge: MakeGauge) {
  const held = gauge('provider_held', 'Whether what is submitted waits for the provider, by subject', [
    'subject',
    'kind',
  ]);
  return (breakers: readonly Breaker[]) => {
    held.reset();
    const open = breakers.filter(({ state }) => state === 'open').map(({ subject }) => subject);
    for (const subject of ['account', 'provider'] as const)
      held.set({ subject, kind: '' }, open.includes(subject) ? 1 : 0);
    for (const kind of open.map(findSubjectKind)) if (kind) held.set({ subject: 'kind', kind }, 1);
  };
}

function costGauge(gauge: MakeGauge) {
  const findings = gauge(
    'cost_findings',
    "What does not add up between fal's bills and our prices, by code",
    ['code'],
  );
  return (counted: Awaited<ReturnType<typeof countCostFindings>>) => {
    for (const code of costFindingCodes)
      findings.set({ code }, counted.find((each) => each.code === code)?.findings ?? 0);
  };
}

/** Findings about fal: its models, its costs, and what it takes no work of. */
function findingGauges(gauge: MakeGauge) {
  const setKinds = kindGauges(gauge);
  const setCosts = costGauge(gauge);
  const setBreakers = breakerGauge(gauge);
  return async (pool: MetricsDeps['db']['pool']) => {
    const [ofKinds, ofCosts, breakers] = await Promise.all([
      countKindFindings(pool),
      countCostFindings(pool),
      listBreakers(pool),
    ]);
    setKinds(ofKinds);
    setCosts(ofCosts);
    setBreakers(breakers);
  };
}

function databaseGauges(deps: MetricsDeps, gauge: MakeGauge) {
  const running = gauge('generations_running', 'Running generations by kind and stage', ['kind', 'stage']);
  const hold = gauge('oldest_hold_seconds', 'Age of the oldest hold by kind and stage', ['kind', 'stage']);
  const overdue = gauge(
    'generations_overdue',
    'Generations running a minute past their deadline: their holds should have been released',
  );
  const orphans = gauge(
    'orphaned_submissions',
    'Submissions accepted by the provider for no generation, not yet cancelled',
  );
  const setOutbox = outboxGauges(gauge);
  const erasureLate = gauge('erasure_late_seconds', 'How long the oldest due erasure has been waiting');
  const trashLate = gauge(
    'trash_late_seconds',
    'How long the oldest generation in the trash that should have left it has been waiting',
  );
  const setDeliveries = deliveryGauges(gauge);
  const setReports = reportGauges(gauge);
  const setCheckpoint = checkpointGauge(deps, gauge);
  const setPayments = paymentGauge(gauge);
  const setLine = lineGauges(gauge);
  const setFindings = findingGauges(gauge);
  return async () => {
    const { pool } = deps.db;
    const [rows, line, backlog] = await Promise.all([
      countRunning(pool),
      countLine(pool, deps.env.LIMIT_RUNNING),
      countBacklog(pool, { trashDays: deps.env.TRASH_DAYS }),
    ]);
    await setFindings(pool);
    // Kinds that no longer run must not keep their last value.
    running.reset();
    hold.reset();
    for (const { kind, stage, count, oldest_seconds } of rows) {
      running.set({ kind, stage }, count);
      hold.set({ kind, stage }, oldest_seconds);
    }
    setLine(line);
    overdue.set(backlog.overdue);
    orphans.set(backlog.orphans);
    setOutbox(backlog);
    setDeliveries(backlog);
    erasureLate.set(backlog.erasure_late_seconds);
    trashLate.set(backlog.trash_late_seconds);
    setReports(backlog);
    setPayments(backlog);
    setCheckpoint(backlog);
  };
}
