import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasRedisServer, type OwnStore, openPostgres, openRedis } from '@atelier/dev-stack/testing';
import {
  createProducer,
  createQueueBackend,
  migrateQueueSchema,
  type Producer,
  type QueueBackend,
} from '@atelier/queue';
import pg from 'pg';
import { createJobFlow, type JobFlow, now } from '../measure/job-flow.ts';
import { waitUntil } from '../measure/wait-until.ts';
import type { ScenarioContext } from '../scenario.ts';
import { countJobs } from './queue.ts';

type Store = { databaseUrl: string; redisUrl?: string | undefined; prefix: string };
export type ReplicaOrder = { store: Store; concurrency: number; workMs: number };
type Replica = { kill(): Promise<void>; stop(): Promise<void> };

/** The queues of the product, alone on a store of their own, with processes that run their jobs. */
export type JobEngine = {
  backend: 'postgres' | 'redis';
  flow: JobFlow;
  /** Superuser of the database, when it holds the queues; as many connections as wished. */
  connect(): Promise<pg.Client>;
  /** Store of this run; undefined when it uses one that was running already. */
  store: OwnStore | undefined;
  redisUrl: string | undefined;
  /** Replaces the worker processes. */
  setReplicas(count: number, concurrency: number): Promise<void>;
  killReplica(index: number): Promise<void>;
  startReplica(index: number): Promise<void>;
  /** Offers jobs at this rate until the next call; 0 stops. */
  offer(perSecond: number): void;
  /** Keeps so many jobs waiting for this time. */
  saturate(seconds: number): Promise<void>;
  /** Waits until every acknowledged job has run, or none is left in the store; resolves with those that never ran. */
  drain(limitMs: number): Promise<number>;
};

const jobName = 'dispatch-generation';
/** Time that a job works, as in the public benchmark. */
const workMs = 1;
const depth = 2_000;

export async function openJobEngine({ backend, redisUrl, resources }: ScenarioContext): Promise<JobEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-jobs-'));
  // The server's account must reach its files.
  chmodSync(folder, 0o711);
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await openPostgres(folder);
  resources.defer(() => postgres.close());
  await prepareDatabase(postgres.adminUrl, postgres.appUrl());
  const ownRedis = backend === 'redis' && hasRedisServer() ? await openRedis(folder) : undefined;
  if (ownRedis) resources.defer(() => ownRedis.close());
  const ownUrl = ownRedis && `redis://127.0.0.1:${ownRedis.port()}`;
  const store = {
    databaseUrl: postgres.appUrl(),
    redisUrl: backend === 'redis' ? (ownUrl ?? redisUrl) : undefined,
    prefix: 'bench',
  };
  const queue = createQueueBackend({ ...store, onError: () => undefined });
  resources.defer(() => queue.close());
  const producer = createProducer(queue);
  resources.defer(() => producer.close());
  const flow = createJobFlow();
  const load = createLoad(producer, flow);
  resources.defer(() => load.offer(0));
  const replicas: Replica[] = [];
  let concurrency = 1;
  const start = () => startReplica({ store, concurrency, workMs }, flow);
  resources.defer(async () => void (await Promise.all(replicas.map((replica) => replica.kill()))));
  return {
    backend,
    flow,
    store: backend === 'redis' ? ownRedis : postgres,
    redisUrl: store.redisUrl,
    async connect() {
      const client = new pg.Client({ connectionString: postgres.adminUrl });
      // A store that is taken away cuts this one as well.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    async setReplicas(count, each) {
      await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
      concurrency = each;
      replicas.push(...(await Promise.all(Array.from({ length: count }, start))));
    },
    killReplica: async (index) => replicas[index]?.kill(),
    async startReplica(index) {
      replicas[index] = await start();
    },
    ...load,
    async drain(limitMs) {
      await waitUntil(emptiness(queue, flow), { limitMs, everyMs: 200 });
      return flow.outstanding();
    },
  };
}

/** Whether every acknowledged job has run, or none is left in the store and no report of one is on its way. */
function emptiness(queue: QueueBackend, flow: JobFlow): () => Promise<boolean> {
  let left = Number.NaN;
  return async () => {
    const before = left;
    left = flow.outstanding();
    if (left === 0) return true;
    const counts = await countJobs(queue, jobName).catch(() => undefined);
    const isGone = counts !== undefined && counts.active + counts.waiting + counts.delayed === 0;
    if (!isGone) left = Number.NaN;
    return isGone && left === before;
  };
}

async function prepareDatabase(adminUrl: string, appUrl: string): Promise<void> {
  const { username, password } = new URL(appUrl);
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query(
    `create role ${owner.escapeIdentifier(username)} login password ${owner.escapeLiteral(password)}`,
  );
  await owner.end();
  await migrateQueueSchema(adminUrl, username);
}

async function startReplica(order: ReplicaOrder, flow: JobFlow): Promise<Replica> {
  const child = fork(new URL('./job-replica.ts', import.meta.url), [JSON.stringify(order)], { execArgv: [] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('close', () => reject(new Error('A worker process of the job engine did not start')));
  });
  child.on('message', ([id, startedAt]: [string, number]) => flow.ran(id, startedAt));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    async kill() {
      child.kill('SIGKILL');
      if (isRunning()) await ended;
    },
    async stop() {
      if (child.connected) child.send('stop');
      if (isRunning()) await ended;
    },
  };
}

function createLoad(producer: Producer, flow: JobFlow): Pick<JobEngine, 'offer' | 'saturate'> {
  let timer: NodeJS.Timeout | undefined;
  async function send(): Promise<void> {
    const id = randomUUID();
    flow.sending(id);
    await producer.enqueue(jobName, { generationId: id }).then(
      () => flow.acknowledged(id),
      () => flow.refused(id),
    );
  }
  return {
    offer(perSecond) {
      clearInterval(timer);
      if (perSecond === 0) return;
      const startedAt = now();
      let sent = 0;
      timer = setInterval(() => {
        const due = Math.floor(((now() - startedAt) * perSecond) / 1000);
        for (; sent < due; sent += 1) void send();
      }, 5);
    },
    async saturate(seconds) {
      for (const endsAt = now() + seconds * 1000; now() < endsAt; ) {
        if (flow.outstanding() < depth) await Promise.all(Array.from({ length: 200 }, send));
        else await wait(2);
      }
    },
  };
}
