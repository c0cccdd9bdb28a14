import { compressWebBuild, ensureWebBuild } from './supervisor/build-web.ts';
import type { ManagedProcess, ProcessEnd } from './supervisor/managed-process.ts';
import { openStack, type StackPlan } from './supervisor/open-stack.ts';
import { repositoryRoot, type Settings } from './supervisor/settings.ts';
import type { Processes } from './supervisor/start-processes.ts';
import type { EmulatorMedia, PartLogger, Services } from './supervisor/start-services.ts';
import { allOrNone, Teardown } from './supervisor/teardown.ts';

export type StackOptions = {
  /**
   * The documented environment variables for this stack; this process's own environment is not read. Defaults are those
   * of `npm start`, except that without DATA_DIR a temporary folder is used, and without PORT any free port.
   */
  settings?: Settings;
  /** `redis` needs `redisUrl`. Default `postgres`. */
  queueBackend?: 'postgres' | 'redis';
  redisUrl?: string;
  /** 0 (default here) is instant, 1 lifelike. */
  emulatorSpeed?: number;
  /** Where the emulator keeps what it makes, which stacks can share (default: in the data folder), and how smooth it is. */
  emulatorMedia?: EmulatorMedia;
  apiProcesses?: number;
  workerProcesses?: number;
  /** Builds the web app, by default; false is for callers that never open a page. */
  hasWeb?: boolean;
  /** Compresses the files of a new web build after the start instead of before. Until then pages load more slowly. */
  compressesLater?: boolean;
  /** Development: Vite serves the web app; api and worker restart when their sources change. */
  isWatching?: boolean;
  /** A warning or error from one of the parts, for the terminal. */
  onLine?: PartLogger;
  /** Aborts the start. */
  signal?: AbortSignal;
};

export type Stack = {
  /** The address that users open; no trailing slash. */
  url: string;
  /** One per api process. */
  apiUrls: string[];
  /** The worker processes that were started first. */
  workers: ManagedProcess[];
  /** Starts another worker, for example to replace a killed one; resolves when it is ready. */
  startWorker(): Promise<ManagedProcess>;
  dataDir: string;
  plan: StackPlan;
  /** The owner's and the processes' connection strings. */
  adminUrl: string;
  databaseUrl: string;
  emulator: Services['emulator'];
  openid: Services['openid'];
  checkout: Services['checkout'];
  /** Resolves when a part has ended unexpectedly; nothing is restarted. */
  ended: Promise<ProcessEnd>;
  /** Stops api, worker, emulator, OpenID provider, test checkout and PostgreSQL in this order, within 15 s. */
  stop(): Promise<void>;
};

/**
 * Starts the whole product on this machine: PostgreSQL, emulator, OpenID provider, web build, and api and worker as
 * separate processes. The same code serves `npm start`, the browser tests and the benchmarks.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const teardown = new Teardown();
  const stop = () => teardown.run();
  options.signal?.addEventListener('abort', () => void stop().catch(() => undefined));
  const abort = new AbortController();
  try {
    const plan = await openStack(
      completeSettings(options),
      options.settings?.DATA_DIR === undefined,
      teardown,
    );
    const [services, processes] = await startParts(plan, options, teardown, abort);
    options.signal?.throwIfAborted();
    return present(plan, services, processes, teardown);
  } catch (error) {
    abort.abort();
    await stop();
    throw error;
  }
}

async function startParts(
  plan: StackPlan,
  options: StackOptions,
  teardown: Teardown,
  abort: AbortController,
) {
  const { isWatching = false, apiProcesses = 1, workerProcesses = 1 } = options;
  const { onLine: logLine = () => undefined } = options;
  teardown.add('web', () => abort.abort());
  const web = buildWeb(plan, options, abort.signal);
  const work = async () => {
    // Loading these takes a second, during which the web app is already being built.
    const { startServices } = await import('./supervisor/start-services.ts');
    const { startProcesses } = await import('./supervisor/start-processes.ts');
    const services = await startServices(plan, teardown, logLine, options.emulatorMedia);
    abort.signal.throwIfAborted();
    const counts = { api: apiProcesses, worker: workerProcesses };
    const webBuild = web.built;
    const processes = startProcesses({ plan, services, counts, isWatching, webBuild, teardown, logLine });
    return [services, await processes] as const;
  };
  const [started] = await allOrNone([work(), web.built]);
  const compressed = web.finish();
  teardown.add('web', () => compressed);
  return started;
}

/** `built` resolves when the api can serve `web/dist`, and `finish` compresses it if that has been left for later. */
function buildWeb(plan: StackPlan, options: StackOptions, signal: AbortSignal) {
  const { isWatching = false, hasWeb = true, compressesLater = false, onLine = () => undefined } = options;
  if (isWatching || !hasWeb) return { built: Promise.resolve(), finish: async () => undefined };
  const logLine = (line: string) => onLine('web', line);
  const build = { root: repositoryRoot, logFolder: plan.logFolder, onLine: logLine, signal };
  const built = ensureWebBuild(build);
  if (!compressesLater)
    return { built: built.then(() => compressWebBuild(build)), finish: async () => undefined };
  const finish = async () => {
    try {
      // One thread, because the other core is for the user.
      await compressWebBuild({ ...build, threads: 1 });
    } catch (error) {
      // Pages are complete without it, and the next start tries again.
      if (!signal.aborted) logLine(error instanceof Error ? error.message : String(error));
    }
  };
  return { built, finish };
}

function completeSettings(options: StackOptions): Settings {
  const { settings = {}, queueBackend = 'postgres', redisUrl, emulatorSpeed } = options;
  if (queueBackend === 'redis' && redisUrl === undefined)
    throw new Error('queueBackend "redis" needs redisUrl');
  return {
    // Child processes need these to find programs and the temporary folder.
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    EMULATOR_SPEED: '0',
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...settings,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    ...(emulatorSpeed !== undefined && { EMULATOR_SPEED: String(emulatorSpeed) }),
  };
}

function present(plan: StackPlan, services: Services, processes: Processes, teardown: Teardown): Stack {
  const { database, emulator, openid, checkout } = services;
  const ends = processes.all.map((one) => one.ended);
  const databaseEnd = database.ended.then((reason) => ({ name: 'postgres', reason, tail: [] }));
  const ended = Promise.withResolvers<ProcessEnd>();
  void Promise.race([...ends, databaseEnd]).then((end) => {
    if (!teardown.hasBegun) ended.resolve(end);
  });
  return {
    url: plan.publicUrl,
    apiUrls: processes.apiUrls,
    workers: processes.workers,
    startWorker: processes.startWorker,
    dataDir: plan.dataDir,
    plan,
    adminUrl: database.adminUrl,
    databaseUrl: database.appUrl,
    emulator,
    openid,
    checkout,
    ended: ended.promise,
    stop: () => teardown.run(),
  };
}
