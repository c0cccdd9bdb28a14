import { createQueueBackend, type QueueBackend } from '@atelier/queue';
import type { RowContext } from '../row.ts';
import type { Rig } from './open-rig.ts';

/** The queue of api and worker, to look into and to add to. */
export function openQueue({ resources, redisUrl, say }: RowContext, { stack }: Rig): QueueBackend {
  const onError = (error: Error) => say(`[queue] ${error.message}`);
  const queue = createQueueBackend({ redisUrl, databaseUrl: stack.databaseUrl, onError });
  resources.defer(() => queue.close());
  return queue;
}
