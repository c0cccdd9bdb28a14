import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { createBoardPlugin } from '@atelier/queue';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { createMetrics } from './metrics.ts';

const boardPath = '/ops/queues';

/** For operators: is it alive, is it ready, what does it do. To everybody else the last two do not exist (S24). */
export async function opsRoutes(api: Api, deps: RouteDeps): Promise<void> {
  const metrics = createMetrics(deps);

  api.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  api.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const parts = {
      database: () => deps.db.pool.query('select 1'),
      queue: () => deps.queue.ping(),
      storage: () => deps.store.check(),
    };
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, ask]) => [name, await answers(ask)] as const),
    );
    const isReady = states.every(([, isUp]) => isUp);
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'unavailable', ...Object.fromEntries(states) });
  });

  api.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!hasMetricsToken(request, deps.env.METRICS_TOKEN)) assertAdmin(request);
    return reply.type(metrics.contentType).send(await metrics.read());
  });

  await api.register(async (board) => {
    // The board has an error handler of its own, which knows nothing of our codes and tells what went wrong inside.
    board.addHook('onRoute', (route) => {
      route.errorHandler = board.errorHandler;
    });
    board.addHook('onRequest', async (request, reply) => {
      assertAdmin(request);
      // The board's page carries inline styles and scripts of its own.
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; frame-ancestors 'none'",
      );
    });
    await board.register(
      createBoardPlugin(deps.queue, { basePath: boardPath, readOnly: !deps.env.OPS_WRITABLE }),
      {
        prefix: boardPath,
      },
    );
  });
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    // The probe's answer is the report: the caller sees which part is down.
    return false;
  }
}

function assertAdmin(request: FastifyRequest): void {
  if (!request.session?.isAdmin) throw new AppError('not_found');
}

function hasMetricsToken(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
