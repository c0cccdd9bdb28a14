// Test fixture: a worker that takes one job, reports it, never finishes it, and waits to be killed.
import { createConsumer, createQueueBackend } from '../index.ts';
import { withIdle } from './open-test-backend.ts';

const store = JSON.parse(process.argv[2] ?? '{}');
const backend = createQueueBackend({ ...store, onError: (error) => console.error(error) });
createConsumer(backend, {
  log: { debug: () => {}, warn: () => {}, error: () => {} },
  stalls: { lockDurationMs: 1_000, stalledIntervalMs: 500 },
  handlers: withIdle({
    'finish-generation': (_payload, { jobId }) => {
      process.send?.(jobId);
      return new Promise(() => {});
    },
  }),
});
