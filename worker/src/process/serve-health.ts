import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { WorkerEnv } from '@atelier/env';
import { createReadiness, isBearer, type Readiness } from '@atelier/log';
import type { WorkerDeps } from '../deps.ts';

type HealthDeps = Pick<WorkerDeps, 'db' | 'queue' | 'store' | 'metrics' | 'log' | 'signer'>;
type HealthEnv = Pick<WorkerEnv, 'HOST' | 'METRICS_PORT' | 'METRICS_TOKEN'>;
type Reply = { status: number; type: string; body: string };

/** The worker's only HTTP endpoints: liveness, readiness and metrics. Undefined when no port is set. */
export async function serveHealth(
  deps: HealthDeps,
  env: HealthEnv,
): Promise<{ port: number; close: () => Promise<void> } | undefined> {
  if (env.METRICS_PORT === undefined) return undefined;
  const { db, queue, store } = deps;
  const readReadiness = createReadiness(
    {
      database: () => db.check(),
      queue: () => queue.ping(),
      storage: () => store.check(),
    },
    { content_credentials: deps.signer ? 'on' : 'off' },
  );
  const server = createServer((request, response) => {
    answer({ ...deps, readReadiness }, env, request).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        deps.log.warn({ err: error }, 'a health request failed');
        send(response, { status: 500, type: 'text/plain', body: '' });
      },
    );
  });
  server.listen(env.METRICS_PORT, env.HOST);
  await once(server, 'listening');
  return { port: readPort(server), close: () => close(server) };
}

type AnswerDeps = Pick<HealthDeps, 'metrics'> & { readReadiness: () => Promise<Readiness> };

async function answer(deps: AnswerDeps, env: HealthEnv, request: IncomingMessage): Promise<Reply> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /healthz':
      return json(200, { status: 'ok' });
    case 'GET /readyz': {
      const { isReady, body } = await deps.readReadiness();
      return json(isReady ? 200 : 503, body);
    }
    case 'GET /metrics':
      // There is no sign-in here, so the token is the only protection.
      if (!isBearer(request.headers.authorization, env.METRICS_TOKEN)) break;
      return { status: 200, type: deps.metrics.contentType, body: await deps.metrics.read() };
  }
  return json(404, { error: 'Not found', code: 'not_found' });
}

function json(status: number, body: object): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}

function readPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeIdleConnections();
  await once(server, 'close');
}
