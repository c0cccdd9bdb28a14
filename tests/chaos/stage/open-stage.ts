import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectDb, type Db, migrateToLatest } from '@atelier/db';
import {
  childEnv,
  type OpenidProvider,
  type Settings,
  startOpenidProvider,
  startTestCheckout,
  type TestCheckout,
} from '@atelier/dev-stack';
import type { PushService } from '@atelier/dev-stack/push-service';
import {
  type CertificateFiles,
  ensureCertificateFiles,
  makeTemporaryDir,
  type OwnPostgres,
  type OwnStore,
  openPostgres,
  openRedis,
} from '@atelier/dev-stack/testing';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { findFreePort } from '@atelier/local-postgres';
import { migrateQueueSchema } from '@atelier/queue';
import { startProxy } from '../../many-processes/testing/start-proxy.ts';
import { type Link, openLink } from './link.ts';
import { type OwnProcesses, openProcesses, type ProcessName, processNames } from './own-processes.ts';
import { type OwnStorage, openStorage } from './own-storage.ts';
import { openPushService, startUserServer, type UserServer } from './user-server.ts';

export type StageOptions = {
  backend: 'postgres' | 'redis';
  storage: 'disk' | 's3';
  /** A Redis that runs already, when there is no program to start an own one. It cannot be killed. */
  redisUrl?: string | undefined;
  /** How many of a user may run at once; by default more than a load submits. */
  limitRunning?: number | undefined;
  /** Where the emulator keeps what it makes; by default, in the data folder. */
  mediaDir?: string | undefined;
};

/** Token for reading the metrics of this run's processes. */
export const metricsToken = randomBytes(16).toString('hex');

/** Links between each process and each store; and one that fal and one that users and fal's webhooks use. */
export type Links = Record<'postgres' | 'redis' | 'storage', Map<ProcessName, Link>> & {
  fal: Link;
  edge: Link;
};

export type Stage = StageOptions & {
  dataDir: string;
  /** Where each process listens, past every link. */
  ports: Readonly<Record<ProcessName, number>>;
  /** The address of users. */
  url: string;
  /** Past all faults but those of the server itself. */
  db: Db;
  postgres: OwnPostgres;
  /** Redis of this run; undefined when it uses a shared server or none. */
  redis: OwnStore | undefined;
  files: OwnStorage;
  emulator: FalEmulator;
  checkout: TestCheckout;
  openid: OpenidProvider;
  userServer: UserServer;
  pushService: PushService;
  links: Links;
  processes: OwnProcesses;
};

/** The whole product on this machine, with a link that can fail between any two of its parts. Its processes are starting. */
export async function openStage(options: StageOptions, teardown: AsyncDisposableStack): Promise<Stage> {
  const dataDir = makeTemporaryDir('chaos');
  teardown.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const stores = await openStores(options, dataDir, teardown);
  const ports = await choosePorts();
  const balancer = await startProxy([ports['api-1'], ports['api-2']]);
  teardown.defer(() => balancer.close());
  const edge = await openOwnLink(() => Number(new URL(balancer.url).port), teardown);
  const url = `http://127.0.0.1:${edge.port}`;
  const outside = await openOutside(url, { dataDir, mediaDir: options.mediaDir }, teardown);
  const links = { edge, ...outside.links, ...(await openStoreLinks(options, stores, teardown)) };
  const stage = { ...options, ...stores, ...outside.parts, dataDir, ports, url, links };
  const processes = openProcesses(dataDir, createEnv(stage, await ensureCertificateFiles(dataDir)));
  teardown.defer(() => processes.close());
  return { ...stage, processes };
}

type Stores = Pick<Stage, 'postgres' | 'redis' | 'files' | 'db'>;

async function openStores(
  { backend, redisUrl, storage }: StageOptions,
  dataDir: string,
  teardown: AsyncDisposableStack,
): Promise<Stores> {
  const postgres = await openPostgres(dataDir);
  teardown.defer(() => postgres.close());
  await migrate(postgres);
  const redis = backend === 'redis' && !redisUrl ? await openRedis(dataDir) : undefined;
  if (redis) teardown.defer(() => redis.close());
  const files = await openStorage(storage, dataDir);
  teardown.defer(() => files.close());
  const db = connectDb({
    databaseUrl: postgres.adminUrl,
    applicationName: 'chaos',
    maxConnections: 6,
    onError: () => undefined,
  });
  teardown.defer(() => db.close());
  return { postgres, redis, files, db };
}

async function openStoreLinks(
  { redisUrl }: StageOptions,
  { postgres, redis, files }: Stores,
  teardown: AsyncDisposableStack,
): Promise<Pick<Links, 'postgres' | 'redis' | 'storage'>> {
  const redisPort = () => redis?.port() ?? Number(new URL(redisUrl ?? '').port || 6379);
  return {
    postgres: await openLinks(postgres.port, teardown),
    redis: await openLinks(redisPort, teardown),
    storage: await openLinks(files.port, teardown),
  };
}

/** Every process reaches its stores over links of its own. */
function createEnv(stage: Omit<Stage, 'processes'>, certificate: CertificateFiles) {
  const { links, ports, url, dataDir, emulator, openid, checkout, postgres, files } = stage;
  const webhookKey = randomBytes(32).toString('base64');
  const keys = { webhookKey, certificate };
  const addresses = { publicUrl: url, host: '127.0.0.1', dataDir, webDist: 'no-web-app', ...keys };
  return (name: ProcessName): Settings => {
    const readPort = (store: 'postgres' | 'redis' | 'storage') => links[store].get(name)?.port ?? 0;
    const redisUrl = withPort(stage.redisUrl ?? 'redis://127.0.0.1', readPort('redis'));
    const settings = {
      ...baseSettings(ports[name]),
      ...(stage.limitRunning !== undefined && { LIMIT_RUNNING: String(stage.limitRunning) }),
      ...(stage.backend === 'redis' && { REDIS_URL: redisUrl }),
      ...files.settings(readPort('storage')),
    };
    const databaseUrl = withPort(postgres.appUrl(), readPort('postgres'));
    return childEnv(settings, { ...addresses, databaseUrl, emulator, openid, checkout }, ports[name]);
  };
}

async function migrate({ adminUrl, appUrl }: OwnPostgres): Promise<void> {
  const { username: appRole, password: appPassword } = new URL(appUrl());
  await migrateToLatest({ adminUrl, appRole, appPassword });
  await migrateQueueSchema(adminUrl, appRole);
}

/** fal, the identity provider, the checkout and a server of users, which are not ours and never killed. */
async function openOutside(
  url: string,
  { dataDir, mediaDir }: { dataDir: string; mediaDir: string | undefined },
  teardown: AsyncDisposableStack,
) {
  let emulatorPort = 0;
  const fal = await openOwnLink(() => emulatorPort, teardown);
  emulatorPort = await findFreePort();
  const emulator = await startFalEmulator({
    port: emulatorPort,
    publicUrl: `http://127.0.0.1:${fal.port}`,
    cacheDir: join(dataDir, 'emulator'),
    ...(mediaDir !== undefined && { mediaDir }),
    speed: 0.15,
    // The same submission makes the same file, which is made once.
    seeds: 'fixed',
    // A smooth video is of no use here.
    picturesPerSecond: 2,
    concurrency: 16,
  });
  teardown.defer(() => emulator.close());
  emulator.control.setLateMs(10_000);
  const openid = await startOpenidProvider({ port: 0, redirectUris: [`${url}/api/auth/callback`] });
  teardown.defer(() => openid.close());
  const webhookUrl = `${url}/api/checkout/webhook`;
  const checkout = await startTestCheckout({ webhookUrl, onProblem: () => undefined });
  teardown.defer(() => checkout.close());
  const userServer = await startUserServer();
  teardown.defer(() => userServer.close());
  const pushService = await openPushService(userServer);
  teardown.defer(() => pushService.close());
  return { links: { fal }, parts: { emulator, openid, checkout, userServer, pushService } };
}

async function openOwnLink(targetPort: () => number, teardown: AsyncDisposableStack): Promise<Link> {
  const link = await openLink(targetPort);
  teardown.defer(() => link.close());
  return link;
}

async function openLinks(targetPort: () => number, teardown: AsyncDisposableStack) {
  const open = async (name: ProcessName) => [name, await openOwnLink(targetPort, teardown)] as const;
  return new Map(await Promise.all(processNames.map(open)));
}

async function choosePorts(): Promise<Record<ProcessName, number>> {
  const ports: [ProcessName, number][] = [];
  for (const name of processNames) ports.push([name, await findFreePort()]);
  return Object.fromEntries(ports) as Record<ProcessName, number>;
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** No limit may refuse what the load sends: a run that is refused shows nothing. */
function baseSettings(port: number): Settings {
  const limits = ['CREATE', 'UPLOAD', 'PRESIGN', 'REFUND', 'REQUESTS', 'LOGIN', 'FILES'];
  return {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    LIMIT_RUNNING: '500',
    LIMIT_CONNECTIONS: '2000',
    METRICS_PORT: String(port),
    METRICS_TOKEN: metricsToken,
    ...Object.fromEntries(limits.map((limit) => [`LIMIT_${limit}_PER_MINUTE`, '100000'])),
  };
}
