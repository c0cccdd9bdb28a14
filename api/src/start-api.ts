import type { ApiEnv } from '@atelier/env';
import type { RunningProcess } from '@atelier/log';
import { removeTemporaryFiles } from '@atelier/storage';
import { buildApp } from './app.ts';
import { createDeps } from './deps.ts';

/** An API process, listening. */
export async function startApi(env: ApiEnv): Promise<RunningProcess> {
  await removeTemporaryFiles(env);
  const deps = createDeps(env);
  const { api, realtime } = await buildApp(deps);
  await realtime.ready();
  await api.listen({ host: env.HOST, port: env.PORT });
  deps.log.info({ address: api.server.address(), backend: deps.queue.kind }, 'api ready');
  return {
    async stop() {
      await realtime.close();
      await api.close();
      await deps.close();
    },
  };
}
