import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyPluginCallback } from 'fastify';
import type { QueueBackend } from './backend.ts';
import { jobNames } from './jobs.ts';

type BoardOptions = {
  /** The full path it is mounted at, such as `/ops/queues`; register the plugin with the same prefix. */
  basePath: string;
  /** Whether jobs cannot be retried or removed by hand, by default. */
  readOnly?: boolean;
};

/** Bull Board over every queue. It has no sign-in of its own: mount it behind the check for administrators. */
export function createBoardPlugin(backend: QueueBackend, options: BoardOptions): FastifyPluginCallback {
  const serverAdapter = new FastifyAdapter().setBasePath(options.basePath);
  const readOnlyMode = options.readOnly ?? true;
  createBullBoard({
    queues: jobNames.map(
      (name) => new BullMQAdapter(backend.queue(name), { readOnlyMode, allowRetries: !readOnlyMode }),
    ),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Atelier queues' } },
  });
  return serverAdapter.registerPlugin();
}
