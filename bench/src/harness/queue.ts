import { setTimeout as wait } from 'node:timers/promises';
import { removeOutbox } from '@atelier/db';
import {
  createQueueBackend,
  generationJobId,
  type Producer,
  type QueueBackend,
  queueMetrics,
} from '@atelier/queue';
import { waitUntil } from '../measure/wait-until.ts';
import type { ScenarioContext } from '../scenario.ts';
import { newGeneration, reserve } from './generations.ts';
import type { Harness } from './open-harness.ts';

/** The queue of api and worker, to inspect and to enqueue. */
export function openQueue({ resources, redisUrl, print }: ScenarioContext, { stack }: Harness): QueueBackend {
  const onError = (error: Error) => print(`[queue] ${error.message}`);
  const queue = createQueueBackend({ redisUrl, databaseUrl: stack.databaseUrl, onError });
  resources.defer(() => queue.close());
  return queue;
}

/** Limit of undispatched generations: the sweeper resumes any that waits for 10 s. */
const maxWaiting = 200;
const chunkSize = 50;

/** Reserves and enqueues generations as fast as the worker submits them; resolves when the provider has all. */
export async function fillProvider(
  { print }: ScenarioContext,
  { db, emulator, users }: Harness,
  producer: Producer,
  count: number,
): Promise<void> {
  for (let done = 0; done < count; done += chunkSize) {
    const owners = Array.from({ length: chunkSize }, (_, index) => users[(done + index) % users.length]);
    const ids = await Promise.all(
      owners.map(async (owner) => (await reserve(db, newGeneration(owner?.id ?? ''))).id),
    );
    await producer.enqueueMany(
      'dispatch-generation',
      ids.map((id) => ({ payload: { generationId: id }, jobId: generationJobId('dispatch', id, 0) })),
    );
    await removeOutbox(
      db.pool,
      ids.map((id) => `dispatch:${id}`),
    );
    await untilSubmitted(emulator, done + chunkSize - maxWaiting);
    if ((done + chunkSize) % 2_500 === 0) print(`${done + chunkSize} submitted`);
  }
  await untilSubmitted(emulator, count);
}

async function untilSubmitted({ control }: Harness['emulator'], count: number): Promise<void> {
  const endsAt = performance.now() + 120_000;
  while (control.counts().submit < count) {
    if (performance.now() > endsAt)
      throw new Error(`The worker stopped submitting at ${control.counts().submit}`);
    await wait(20);
  }
}

/** Waits for the last jobs of a submission: the provider may have it while they still write to the database. */
export async function untilDispatched(queue: QueueBackend): Promise<void> {
  const isDone = async () => {
    const counts = await countJobs(queue, 'dispatch-generation');
    return counts === undefined || counts.active + counts.waiting === 0;
  };
  if (!(await waitUntil(isDone, { limitMs: 30_000 }))) throw new Error('The submissions did not finish');
}

export async function countJobs(queue: QueueBackend, name: string) {
  return (await queueMetrics(queue)).find((one) => one.name === name)?.counts;
}
