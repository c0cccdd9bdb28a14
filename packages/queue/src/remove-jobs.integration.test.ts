import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { generationJobId, removeFinishedJobs } from './index.ts';
import { openTestQueues } from './testing/open-test-backend.ts';

const queues = await openTestQueues();
const { backend, producer } = queues;
afterAll(() => queues.close());

it('the removal deletes the failed jobs of the chosen generations and no others', async () => {
  const [chosen, other] = [randomUUID(), randomUUID()];
  await queues.consume({
    'dispatch-generation': async () => {
      throw new Error('The prompt was: a secret');
    },
  });
  const queue = backend.queue('dispatch-generation');
  for (const generationId of [chosen, other])
    for (const run of [1, 2])
      await producer.enqueue(
        'dispatch-generation',
        { generationId },
        { jobId: generationJobId('dispatch', generationId, run) },
      );
  await expect.poll(() => queue.getFailedCount()).toBe(4);

  const asked: string[][] = [];
  await removeFinishedJobs(backend, async (ids) => {
    asked.push([...new Set(ids)].sort());
    return [chosen];
  });
  expect(asked).toEqual([[chosen, other].sort()]);
  expect((await queue.getFailed()).map(({ data }) => data.generationId)).toEqual([other, other]);
});
