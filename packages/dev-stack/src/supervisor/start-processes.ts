import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@atelier/local-postgres';
import { childEnv, type StackAddresses } from './child-env.ts';
import { type CertificateFiles, ensureCertificateFiles } from './local-certificate.ts';
import { type ManagedProcess, type ProcessSpec, startProcess } from './managed-process.ts';
import type { StackPlan } from './open-stack.ts';
import { repositoryRoot } from './settings.ts';
import type { PartLogger, Services } from './start-services.ts';
import type { Teardown } from './teardown.ts';
import { startWatchedProcess } from './watched-process.ts';
import { readWebhookKey } from './webhook-key.ts';

export type ProcessCounts = {
  api: number;
  worker: number;
};

export type Processes = {
  all: ManagedProcess[];
  workers: ManagedProcess[];
  /** Starts another worker; resolves when it is ready. */
  startWorker(): Promise<ManagedProcess>;
  /** One address per api process; users open the first, except in development. */
  apiUrls: string[];
};

const apiStopLimitMs = 5_000;
const workerStopLimitMs = 5_000;

export type StartProcessesOptions = {
  plan: StackPlan;
  services: Services;
  counts: ProcessCounts;
  isWatching: boolean;
  /** Resolves when web/dist exists; api serves it and therefore waits for it, half started. */
  webBuild: Promise<unknown>;
  teardown: Teardown;
  logLine: PartLogger;
};

/** Starts api and worker (and Vite in development) and waits until each is ready. */
export async function startProcesses(options: StartProcessesOptions): Promise<Processes> {
  const { plan, counts, isWatching } = options;
  const env = environmentFor(options, await ensureCertificateFiles(plan.dataDir));
  const ports = await apiPorts(plan, counts.api, isWatching);
  const startWorker = (name: string) => startOne(options, 'worker', name, env(0));
  const workers = numbered(counts.worker, 'worker').map(startWorker);
  const apis = numbered(counts.api, 'api').map((name, index) =>
    startOne(options, 'api', name, env(ports[index] ?? 0)),
  );
  const apiUrls = ports.map((port) => `http://${plan.host}:${port}`);
  const all = [...workers, ...apis];
  if (isWatching) all.push(startVite(options, apiUrls[0] ?? ''));
  // The api is never ready when what it serves could not be built.
  await Promise.all([options.webBuild, ...all.map((one) => one.ready)]);
  await Promise.all(apiUrls.map(waitUntilReady));
  return { all, apiUrls, workers, startWorker: createStartWorker(workers, startWorker) };
}

function createStartWorker(
  workers: readonly ManagedProcess[],
  startWorker: (name: string) => ManagedProcess,
) {
  let count = workers.length;
  return async () => {
    count += 1;
    const worker = startWorker(`worker-${count}`);
    await worker.ready;
    return worker;
  };
}

function environmentFor(
  { plan, services, isWatching }: StartProcessesOptions,
  certificate: CertificateFiles,
): (port: number) => ProcessSpec['env'] {
  const addresses: StackAddresses = {
    publicUrl: plan.publicUrl,
    host: plan.host,
    dataDir: plan.dataDir,
    // Vite serves the web app in development.
    webDist: isWatching ? '' : join(repositoryRoot, 'web/dist'),
    databaseUrl: services.database.appUrl,
    emulator: services.emulator,
    openid: services.openid,
    webhookKey: readWebhookKey(plan.dataDir),
    certificate,
    checkout: services.checkout,
  };
  return (port) => childEnv(plan.settings, addresses, port);
}

function startOne(
  options: StartProcessesOptions,
  kind: 'api' | 'worker',
  name: string,
  env: ProcessSpec['env'],
) {
  const { plan, isWatching, webBuild, teardown, logLine } = options;
  const spec: ProcessSpec = {
    name,
    entry: join(repositoryRoot, kind, 'src/main.ts'),
    cwd: repositoryRoot,
    env,
    logFolder: plan.logFolder,
    onImportant: (line) => logLine(name, line),
    ...(kind === 'api' && {
      startsAfter: { promise: webBuild, module: join(repositoryRoot, 'api/src/app.ts') },
    }),
  };
  const folders = [join(repositoryRoot, kind, 'src'), join(repositoryRoot, 'packages')];
  const started = isWatching ? startWatchedProcess(spec, folders) : startProcess(spec);
  teardown.add(kind, () => started.stop(kind === 'api' ? apiStopLimitMs : workerStopLimitMs));
  return started;
}

function startVite({ plan, teardown, logLine }: StartProcessesOptions, apiUrl: string): ManagedProcess {
  const vite = startProcess({
    name: 'vite',
    entry: fileURLToPath(new URL('./run-vite.ts', import.meta.url)),
    args: ['serve', join(repositoryRoot, 'web'), String(plan.web.port)],
    cwd: join(repositoryRoot, 'web'),
    env: { ...plan.settings, ATELIER_API_URL: apiUrl },
    logFolder: plan.logFolder,
    onImportant: (line) => logLine('vite', line),
  });
  teardown.add('web', () => vite.stop(2_000));
  return vite;
}

async function apiPorts(plan: StackPlan, count: number, isWatching: boolean): Promise<number[]> {
  const ports = isWatching ? [] : [plan.web.port];
  while (ports.length < count) ports.push(await findFreePort(plan.host));
  return ports;
}

function numbered(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
}

/** The process is listening; this waits until it also reaches its dependencies. */
async function waitUntilReady(url: string): Promise<void> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const response = await fetch(`${url}/readyz`);
    const words = await response.text();
    if (response.ok) return;
    if (performance.now() > deadline) throw new Error(`${url}/readyz answers ${response.status}: ${words}`);
    await delay(50);
  }
}
