import { AppError } from '@atelier/contract';
import { createReadiness, isBearer } from '@atelier/log';
import { createBoardPlugin } from '@atelier/queue/board';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { markForOperators } from '../auth/guards.ts';

const boardPath = '/ops/queues';
const foreignFonts = /<link[^>]+https:\/\/fonts\.[^>]+>/g;

/** Liveness and readiness for everyone; metrics and the queue board for operators, 404 for everyone else. */
export async function opsRoutes(api: Api, deps: RouteDeps): Promise<void> {
  api.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  const readReadiness = createReadiness(
    {
      database: () => deps.db.check(),
      queue: () => deps.queue.ping(),
      storage: () => deps.store.check(),
    },
    { content_credentials: deps.signer ? 'on' : 'off' },
  );
  api.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (deps.drain.hasBegun) return reply.status(503).send({ status: 'stopping' });
    const { isReady, body } = await readReadiness();
    return reply.status(isReady ? 200 : 503).send(body);
  });

  api.get(
    '/metrics',
    { schema: { hide: true }, config: { isForOperators: true } },
    async (request, reply) => {
      if (!isBearer(request.headers.authorization, deps.env.METRICS_TOKEN)) assertAdmin(request);
      return reply.type(deps.metrics.contentType).send(await deps.metrics.read());
    },
  );

  await api.register(async (board) => {
    // The board installs its own error handler, which would not use our codes and would expose internal errors.
    board.addHook('onRoute', (route) => {
      route.errorHandler = board.errorHandler;
    });
    markForOperators(board as unknown as Api);
    board.addHook('onRequest', async (request, reply) => {
      assertAdmin(request);
      // The board's page has inline styles and scripts.
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; frame-ancestors 'none'",
      );
    });
    // It asks another origin for its fonts, which our policy refuses; the system's own stand in.
    board.addHook('onSend', async (_request, _reply, payload) =>
      typeof payload === 'string' ? payload.replaceAll(foreignFonts, '') : payload,
    );
    await board.register(
      createBoardPlugin(deps.queue, { basePath: boardPath, readOnly: !deps.env.OPS_WRITABLE }),
      {
        prefix: boardPath,
      },
    );
  });
}

function assertAdmin(request: FastifyRequest): void {
  if (!request.session?.isAdmin) throw new AppError('not_found');
}
