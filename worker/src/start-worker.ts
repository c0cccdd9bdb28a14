import type { WorkerEnv } from '@atelier/env';
import type { RunningProcess } from '@atelier/log';
import { checkRedisDurability, createConsumer, upsertSchedules } from '@atelier/queue';
import { removeTemporaryFiles } from '@atelier/storage';
import { startTelemetry } from '@atelier/telemetry';
import { createDeps } from './deps.ts';
import { createHandlers } from './handlers.ts';
import { checkpointLedger } from './ledger/checkpoint-ledger.ts';
import { withJobContext } from './process/job-context.ts';
import { serveHealth } from './process/serve-health.ts';
import { createSweeper } from './sweeper/sweep.ts';

/** A worker process: connects, takes jobs, and also sweeps on its own timers. */
export async function startWorker(env: WorkerEnv): Promise<RunningProcess> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const telemetry = await startTelemetry({ service: 'atelier-worker', endpoint });
  const deps = createDeps(env, { telemetry });
  for (const error of await removeTemporaryFiles(env))
    deps.log.warn({ err: error }, 'a left-over file was not removed');
  for (const problem of env.insecureSettings) deps.log.warn({ problem }, 'INSECURE setting in production');
  if (!deps.signer && env.ATELIER_ENV === 'production')
    deps.log.warn('C2PA_KEY_FILE and C2PA_CERTIFICATE_FILE are missing: no file gets content credentials');
  await checkRedisDurability(deps.queue, {
    requireDurableRedis: env.ATELIER_ENV === 'production',
    onWarning: (message) => deps.log.info(message),
  });
  const sweeper = createSweeper(deps);
  const consumer = createConsumer(deps.queue, {
    handlers: createHandlers(deps, sweeper),
    log: deps.log,
    around: withJobContext(telemetry),
  });
  await consumer.ready();
  await upsertSchedules(deps.queue);
  sweeper.start();
  // A database that was restored is recorded at once, before the next hour's run: until then kept receipts do not verify.
  const recording = checkpointLedger(deps, { isStart: true }).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the checkpoint of the ledger failed; it is repeated every hour'),
  );
  const health = await serveHealth(deps, env);
  deps.media.warm();
  deps.signer?.warm();
  deps.log.info({ backend: deps.queue.kind }, 'worker ready');
  return {
    // First what starts work, then what does it, then the connections that it needs.
    async stop() {
      await health?.close();
      await sweeper.stop();
      await consumer.close();
      await recording;
      await deps.close();
    },
  };
}
