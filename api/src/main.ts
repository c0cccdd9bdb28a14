import { type ApiEnv, readApiEnv } from '@atelier/env';
import { type RunningProcess, runProcess } from '@atelier/log';
import { removeTemporaryFiles } from '@atelier/storage';
import { startTelemetry } from '@atelier/telemetry';
import { buildApp } from './app.ts';
import { createDeps } from './deps.ts';
import { closeUnverified } from './modules/kinds/close-unverified.ts';
import { createStop } from './plugins/drain.ts';

await runProcess('api', () => startApi(readApiEnv()));

/** An API process, listening. */
async function startApi(env: ApiEnv): Promise<RunningProcess> {
  await removeTemporaryFiles(env);
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const deps = createDeps(env, await startTelemetry({ service: 'atelier-api', endpoint }));
  for (const problem of env.insecureSettings) deps.log.warn({ problem }, 'INSECURE setting in production');
  if (!deps.signer && env.ATELIER_ENV === 'production')
    deps.log.warn('C2PA_KEY_FILE and C2PA_CERTIFICATE_FILE are missing: no file gets content credentials');
  if (env.ATELIER_ENV === 'production') await closeUnverified(deps);
  const { api, realtime } = await buildApp(deps);
  const stop = createStop({ api, realtime }, { drain: deps.drain, drainMs: env.DRAIN_SECONDS * 1_000 });
  await realtime.ready();
  await api.listen({ host: env.HOST, port: env.PORT });
  deps.media.warm();
  deps.log.info({ address: api.server.address(), backend: deps.queue.kind }, 'api ready');
  return {
    async stop() {
      await stop();
      await deps.close();
    },
  };
}
