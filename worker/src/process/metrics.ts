import type { GenerationRow } from '@atelier/db';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What this worker observed. The collector of the metrics adds up all workers. */
export type WorkerMetrics = {
  generationEnded(row: GenerationRow): void;
  /** `row` as it was when its result had arrived and was waiting to be saved. */
  resultHandled(row: GenerationRow): void;
  orphanCancelled(): void;
  /** One attempt to send a webhook to a user's server. */
  webhookAttempted(outcome: 'delivered' | 'failed' | 'given_up'): void;
  ledgerChecked(problems: number): void;
  contentType: string;
  read(): Promise<string>;
};

export function createMetrics(): WorkerMetrics {
  const registry = new Registry();
  // The default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const registers = [registry];
  const total = new Histogram({
    name: 'atelier_generation_seconds',
    help: 'From the submission to the end, by kind and final status',
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
  const orphans = new Counter({
    name: 'atelier_orphans_cancelled_total',
    help: 'Submissions that the provider accepted twice and that were cancelled there',
    registers,
  });
  const problems = new Gauge({
    name: 'atelier_ledger_problems',
    help: 'Ledger inconsistencies found by the last check of this worker',
    registers,
  });
  const checkedAt = new Gauge({
    name: 'atelier_ledger_checked_timestamp_seconds',
    help: 'When this worker last checked the ledger',
    registers,
  });

  return {
    generationEnded(row) {
      const { kind, status, created_at, finished_at, error_code } = row;
      if (!finished_at) return;
      total.observe({ kind, status }, secondsBetween(created_at, finished_at));
      if (status === 'failed') failures.inc({ kind, cause: error_code ?? 'unknown' });
    },
    resultHandled: ({ kind, stage_started_at }) =>
      saving.observe({ kind }, secondsBetween(stage_started_at, new Date())),
    orphanCancelled: () => orphans.inc(),
    webhookAttempted: countWebhooks(registers),
    ledgerChecked(count) {
      problems.set(count);
      checkedAt.setToCurrentTime();
    },
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

function countWebhooks(registers: Registry[]): WorkerMetrics['webhookAttempted'] {
  const attempts = new Counter({
    name: 'atelier_webhook_attempts_total',
    help: "Attempts to send webhooks to users' servers, by outcome",
    labelNames: ['outcome'],
    registers,
  });
  return (outcome) => attempts.inc({ outcome });
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1_000);
}
