// A worker process of P14, forked: runs jobs of one queue that take a moment and reports each to its parent.
import { setTimeout as wait } from 'node:timers/promises';
import { createConsumer, createQueueBackend, type JobName, jobNames } from '@atelier/queue';
import { now } from '../measure/job-flow.ts';
import type { ReplicaOrder } from './job-engine.ts';

const order: ReplicaOrder = JSON.parse(process.argv[2] ?? '{}');
const silent = () => undefined;
// Lost connections are what some scenarios are about; what they cost is seen from outside.
const backend = createQueueBackend({ ...order.store, onError: silent });
const idle = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as Record<
  JobName,
  () => Promise<undefined>
>;
/** Resolves when the parent will read it, whatever happens to this process: a job that ended is not counted as lost. */
const report = (message: unknown) =>
  new Promise<void>((resolve) => void process.send?.(message, undefined, undefined, () => resolve()));
const consumer = createConsumer(backend, {
  log: { debug: silent, warn: silent, error: silent },
  concurrency: { 'dispatch-generation': order.concurrency },
  handlers: {
    ...idle,
    async 'dispatch-generation'({ generationId }) {
      const startedAt = now();
      await wait(order.workMs);
      await report([generationId, startedAt]);
    },
  },
});
process.once('message', async () => {
  await consumer.close();
  await backend.close();
  process.disconnect();
});
await consumer.ready();
process.send?.('ready');
