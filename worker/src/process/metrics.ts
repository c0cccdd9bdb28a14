import { kinds } from '@atelier/catalog';
import { type GenerationRow, readClock } from '@atelier/db';
import type { Stores } from '@atelier/generations';
import type { Log } from '@atelier/log';
import type { FileSigner, Inspection } from '@atelier/media';
import type { CheckedStore } from '@atelier/storage';
import { addLineMetrics, addProcessMetrics, addSigningMetrics, measureStorage } from '@atelier/telemetry';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

type MetricsDeps = {
  db: Stores['db'];
  queue: Pick<Stores['queue'], 'ping'>;
  store: Pick<CheckedStore, 'check'> & Partial<Pick<CheckedStore, 'readSpace'>>;
  log: Log;
  signer?: FileSigner | undefined;
};

/** Observations of this worker. The collector of the metrics adds up all workers. */
export type WorkerMetrics = {
  generationEnded(row: GenerationRow): void;
  /** `row` as it was when its result had arrived and was waiting to be saved. */
  resultHandled(row: GenerationRow): void;
  /** One attempt to save a result failed; unless it was the last, it is repeated. */
  savingFailed(): void;
  /** A result was compared with what was sold; undefined when that was not possible. */
  resultInspected(row: GenerationRow, inspection: Pick<Inspection, 'fault' | 'doubt'> | undefined): void;
  /** A waiting generation was started; seconds since its place was freed, if that is known. */
  slotFilled(secondsFree: number | undefined): void;
  orphanCancelled(): void;
  /** The provider did not say whether it accepted a submission. */
  submissionUnanswered(): void;
  /** The sweeper found a generation without a job that works on it. */
  jobLost(): void;
  /** Counts failed runs and rows of a duty of the sweeper; 0 creates its series. */
  dutyFailed(duty: string, count: number): void;
  dutyEnded(duty: string, seconds: number): void;
  /** Generations that left the trash because their time was over. */
  trashPurged(count: number): void;
  /** The queue's store had lost its data. */
  queueLost(): void;
  /** One attempt to send a webhook to a user's server. */
  webhookAttempted(outcome: 'delivered' | 'failed' | 'given_up'): void;
  /** One attempt to hand a message for a user's browser to its push service. `gone`: the subscription has ended. */
  pushAttempted(outcome: 'delivered' | 'failed' | 'given_up' | 'gone'): void;
  /** One attempt to hand a mail to the mail server. */
  mailAttempted(outcome: 'delivered' | 'failed' | 'given_up'): void;
  ledgerChecked(found: { problems: number; wrongCounts: number }): void;
  /** `refused`: files that no record names and that are too many to remove. */
  storageCompared(found: { missing: number; unknown: number; refused: number }): void;
  contentType: string;
  read(): Promise<string>;
};

/**
 * Prometheus sees no increase in a counter that appears with its first failure, so these are 0 from the start: the
 * causes for which docs/ops/prometheus-alerts.yml raises an alert at once.
 */
const alertedCauses = [
  'provider_locked',
  'provider_unavailable',
  'submission_lost',
  'result_copy_failed',
  'result_too_large',
  'result_url_rejected',
] as const;

export function createMetrics(deps: MetricsDeps): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const count = (name: string, help: string) =>
    new Counter({ name: `atelier_${name}_total`, help, registers });
  const savingFailures = count('saving_failures', 'Attempts to save a result that failed and are repeated');
  const orphans = count(
    'orphans_cancelled',
    'Submissions accepted twice by the provider and cancelled there',
  );
  const unanswered = count('submissions_unanswered', 'Submissions that the provider did not answer');
  const lost = count('jobs_lost', 'Dispatch and watch jobs that the sweeper had to enqueue again');
  const losses = count('queue_losses', "Times that the queue's store was found to have lost its data");
  const purged = count('trash_purged', 'Generations that left the trash because their time was over');
  addSigningMetrics(registry, deps.signer);
  return {
    ...measureGenerations(registers),
    ...measureDuties(registers),
    resultInspected: countInspections(registers),
    slotFilled: addLineMetrics(registry),
    savingFailed: () => savingFailures.inc(),
    orphanCancelled: () => orphans.inc(),
    submissionUnanswered: () => unanswered.inc(),
    jobLost: () => lost.inc(),
    queueLost: () => losses.inc(),
    trashPurged: (generations) => purged.inc(generations),
    webhookAttempted: countByOutcome({
      name: 'atelier_webhook_attempts_total',
      help: "Attempts to send webhooks to users' servers, by outcome",
      registers,
    }),
    pushAttempted: countByOutcome({
      name: 'atelier_push_attempts_total',
      help: "Attempts to send messages to users' browsers, by outcome",
      registers,
    }),
    mailAttempted: countByOutcome({
      name: 'atelier_mail_attempts_total',
      help: 'Attempts to hand mails to the mail server, by outcome',
      registers,
    }),
    ledgerChecked: createLedgerGauges(registers),
    storageCompared: createComparisonGauges(registers),
    contentType: registry.contentType,
    read: addProcessMetrics(registry, {
      stores: {
        database: () => readClock(deps.db.pool),
        queue: () => deps.queue.ping(),
        storage: measureStorage(registry, deps.store),
      },
      readClock: () => readClock(deps.db.pool),
      onError: (err, store) => deps.log.warn({ err, store }, 'a store did not answer'),
    }),
  };
}

function measureGenerations(registers: Registry[]): Pick<WorkerMetrics, 'generationEnded' | 'resultHandled'> {
  const total = new Histogram({
    name: 'atelier_generation_seconds',
    help: 'From the submission, or the end of its wait in the line, to the end, by kind and final status',
    labelNames: ['kind', 'status'],
    buckets: [2, 5, 10, 20, 40, 60, 120, 240, 480, 900, 1_800],
    registers,
  });
  const saving = new Histogram({
    name: 'atelier_saving_seconds',
    help: 'From the arrival of a result to its end: waiting for a finish job, and copying',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers,
  });
  const failures = new Counter({
    name: 'atelier_generation_failures_total',
    help: 'Generations that failed, by kind and cause',
    labelNames: ['kind', 'cause'],
    registers,
  });
  for (const { id: kind } of kinds) for (const cause of alertedCauses) failures.inc({ kind, cause }, 0);
  return {
    generationEnded(row) {
      const { kind, status, created_at, started_at, finished_at, error_code } = row;
      if (!finished_at) return;
      total.observe({ kind, status }, secondsBetween(started_at ?? created_at, finished_at));
      if (status === 'failed') failures.inc({ kind, cause: error_code ?? 'unknown' });
    },
    resultHandled: ({ kind, stage_started_at }) =>
      saving.observe({ kind }, secondsBetween(stage_started_at, new Date())),
  };
}

function measureDuties(registers: Registry[]): Pick<WorkerMetrics, 'dutyFailed' | 'dutyEnded'> {
  const failures = new Counter({
    name: 'atelier_sweep_failures_total',
    help: 'Runs of duties of the sweeper that failed, and rows that they could not work on',
    labelNames: ['duty'],
    registers,
  });
  const runs = new Histogram({
    name: 'atelier_sweep_seconds',
    help: 'How long the duties of the sweeper took',
    labelNames: ['duty'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  return {
    dutyFailed: (duty, count) => failures.inc({ duty }, count),
    dutyEnded: (duty, seconds) => runs.observe({ duty }, seconds),
  };
}

/** The share of faults is that of `fault` in all of a kind. */
function countInspections(registers: Registry[]): WorkerMetrics['resultInspected'] {
  const inspections = new Counter({
    name: 'atelier_inspections_total',
    help: 'Results compared with what was sold, by kind, outcome (good, doubt, fault, failed) and what is wrong',
    labelNames: ['kind', 'outcome', 'reason'],
    registers,
  });
  return ({ kind }, inspection) => {
    if (!inspection) return inspections.inc({ kind, outcome: 'failed', reason: '' });
    const { fault, doubt } = inspection;
    inspections.inc({
      kind,
      outcome: fault ? 'fault' : doubt ? 'doubt' : 'good',
      reason: fault ?? doubt ?? '',
    });
  };
}

/** Creates the gauges once this worker checks the ledger: a 0 before would say that it found nothing. */
function createLedgerGauges(registers: Registry[]): WorkerMetrics['ledgerChecked'] {
  let gauges: { problems: Gauge; wrongCounts: Gauge; checkedAt: Gauge } | undefined;
  return ({ problems, wrongCounts }) => {
    gauges ??= {
      problems: new Gauge({
        name: 'atelier_ledger_problems',
        help: 'Ledger inconsistencies found by the last check of this worker',
        registers,
      }),
      wrongCounts: new Gauge({
        name: 'atelier_record_counts_wrong',
        help: 'Accounts whose counts of records the last check of this worker had to set right',
        registers,
      }),
      checkedAt: new Gauge({
        name: 'atelier_ledger_checked_timestamp_seconds',
        help: 'When this worker last checked the ledger',
        registers,
      }),
    };
    gauges.problems.set(problems);
    gauges.wrongCounts.set(wrongCounts);
    gauges.checkedAt.setToCurrentTime();
  };
}

/** Creates the gauges once this worker compares, as for those of the ledger. */
function createComparisonGauges(registers: Registry[]): WorkerMetrics['storageCompared'] {
  let gauges: { missing: Gauge; unknown: Gauge; refused: Gauge; comparedAt: Gauge } | undefined;
  return ({ missing, unknown, refused }) => {
    gauges ??= {
      missing: new Gauge({
        name: 'atelier_storage_missing_files',
        help: 'Files that records name and that the last comparison of this worker did not find',
        registers,
      }),
      unknown: new Gauge({
        name: 'atelier_storage_unknown_files',
        help: 'Files that no record names and that the last comparison of this worker left in place',
        registers,
      }),
      refused: new Gauge({
        name: 'atelier_storage_unremoved_files',
        help: 'Files without a record that were too many for the last comparison of this worker to remove',
        registers,
      }),
      comparedAt: new Gauge({
        name: 'atelier_storage_compared_timestamp_seconds',
        help: 'When this worker last compared the storage with the database',
        registers,
      }),
    };
    gauges.missing.set(missing);
    gauges.unknown.set(unknown);
    gauges.refused.set(refused);
    gauges.comparedAt.setToCurrentTime();
  };
}

function countByOutcome({ name, help, registers }: { name: string; help: string; registers: Registry[] }) {
  const attempts = new Counter({ name, help, labelNames: ['outcome'], registers });
  return (outcome: string) => attempts.inc({ outcome });
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1_000);
}
