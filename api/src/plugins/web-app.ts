import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '@atelier/contract';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { Api, RouteDeps } from '../api.ts';
import { sendError } from './errors.ts';

const servedByApi = /^\/(api|media|ops|socket\.io)(\/|$)/;

/** Serves the built web app: its one document for every page address, 404 for anything else. */
export async function serveWebApp(api: Api, { env, log }: Pick<RouteDeps, 'env' | 'log'>): Promise<void> {
  const root = resolve(env.WEB_DIST);
  const isBuilt = existsSync(resolve(root, 'index.html'));
  if (isBuilt) await api.register(fastifyStatic, staticOptions(root));
  else log.warn({ root }, 'no built web app; only the API is served');

  api.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !servedByApi.test(request.url.split('?')[0] ?? '');
    if (isBuilt && isPage && request.headers.accept?.includes('text/html'))
      return reply.sendFile('index.html');
    return sendError(request, reply, new AppError('not_found'));
  });
}

function staticOptions(root: string): FastifyStaticOptions {
  return {
    root,
    preCompressed: true,
    wildcard: false,
    index: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
}
