import { setTimeout as wait } from 'node:timers/promises';
import { removeOutbox } from '@atelier/db';
import { generationJobId, type Producer } from '@atelier/queue';
import type { RowContext } from '../row.ts';
import { newGeneration } from './new-generation.ts';
import type { Rig } from './open-rig.ts';
import { reserve } from './reserve.ts';

/** Never more undispatched at once: what waits for 10 s is taken for forgotten and resumed. */
const maxWaiting = 200;
const chunkSize = 50;

/** Reserves and enqueues generations as fast as the worker hands them to the provider; resolves when it has all. */
export async function fillProvider(
  { say }: RowContext,
  { db, emulator, users }: Rig,
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
    if ((done + chunkSize) % 2_500 === 0) say(`${done + chunkSize} submitted`);
  }
  await untilSubmitted(emulator, count);
}

async function untilSubmitted({ control }: Rig['emulator'], count: number): Promise<void> {
  const endsAt = performance.now() + 120_000;
  while (control.counts().submit < count) {
    if (performance.now() > endsAt) throw new Error(`The worker submits no more: ${control.counts().submit}`);
    await wait(20);
  }
}
