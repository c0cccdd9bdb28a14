import { queueMetrics } from '@atelier/queue';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RouteDeps } from '../../api.ts';

/** Prometheus text. Queue figures are read when they are asked for, so that nothing runs in between. */
export function createMetrics(deps: Pick<RouteDeps, 'queue' | 'db' | 'realtime'>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const jobs = new Gauge({
    name: 'atelier_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
  });
  const age = new Gauge({
    name: 'atelier_queue_oldest_waiting_seconds',
    help: 'Age of the job at the head of the queue',
    labelNames: ['queue'],
    registers: [registry],
  });
  new Gauge({
    name: 'atelier_sockets',
    help: 'Connected browsers of this process',
    registers: [registry],
    collect() {
      this.set(deps.realtime.connectedCount());
    },
  });

  return {
    contentType: registry.contentType,
    async read(): Promise<string> {
      for (const queue of await queueMetrics(deps.queue)) {
        for (const [state, count] of Object.entries(queue.counts))
          jobs.set({ queue: queue.name, state }, count);
        age.set({ queue: queue.name }, queue.oldestWaitingAgeSeconds ?? 0);
      }
      return registry.metrics();
    },
  };
}
