import { join } from 'node:path';
import type { PublicGeneration } from '@atelier/contract';
import { connectDb, type Db, findGeneration, type GenerationRow } from '@atelier/db';
import {
  childEnv,
  type ManagedProcess,
  readWebhookKey,
  repositoryRoot,
  type Stack,
  startProcess,
  startStack,
} from '@atelier/dev-stack';
import { listProcesses, sharedMedia, signIn } from '@atelier/dev-stack/testing';
import { Redis } from 'ioredis';
import { vi } from 'vitest';

export type Flow = {
  stack: Stack;
  db: Db;
  userId: string;
  /** The session of the signed-in user's browser. */
  cookie: string;
  /** Sends a request from that browser. */
  ask<Body>(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }>;
  /** Submits a video for each prompt and returns the ids. */
  create(...prompts: string[]): Promise<string[]>;
  find(id: string): Promise<GenerationRow>;
  /** Resolves with the rows once all of them have ended. */
  ended(ids: readonly string[]): Promise<GenerationRow[]>;
  credits(): Promise<{ left_credits: number; held_credits: number }>;
  /** Buys 20,000 credits, and resolves once they are there. */
  buyPack(): Promise<void>;
  kill(kind: 'api' | 'worker', signal: NodeJS.Signals): Promise<void>;
  startWorker(): Promise<void>;
  /** Skips the wait for a webhook of a submission that was never answered. Call while no worker runs. */
  skipUnknownWait(): Promise<void>;
  /** Deletes every job, like FLUSHALL; only on Redis. */
  emptyQueue(): Promise<void>;
  close(): Promise<void>;
};

export const flowUser = 'paid@atelier.test';

export const generousLimits = {
  LIMIT_RUNNING: '500',
  LIMIT_CREATE_PER_MINUTE: '5000',
  // Every kind is made, and asked for every 50 ms.
  LIMIT_REQUESTS_PER_MINUTE: '20000',
};

/** The whole product as processes, and one signed-in user who has paid. */
export async function openFlow(
  redisUrl: string | undefined,
  limits: Readonly<Record<string, string>> = generousLimits,
): Promise<Flow> {
  const backend = redisUrl === undefined ? {} : { queueBackend: 'redis' as const, redisUrl };
  const settings = { ...limits, LOG_LEVEL: 'info' };
  const stack = await startStack({
    hasWeb: false,
    settings,
    emulatorMedia: await sharedMedia(),
    ...backend,
  });
  const db = connectDb({
    databaseUrl: stack.databaseUrl,
    applicationName: 'test',
    maxConnections: 4,
    onError: () => undefined,
  });
  const cookie = await signIn(stack.url, flowUser);
  const ask = createClient(stack, cookie);
  const { body: info } = await ask<{ user: { id: string } }>('GET', '/api/user/info');
  const started: ManagedProcess[] = [];

  return {
    stack,
    db,
    userId: info.user.id,
    cookie,
    ask,
    ...generations(db, ask),
    buyPack: () => buyPack(ask),
    kill: (kind, signal) => killAll(stack, kind, signal),
    async startWorker() {
      const worker = startWorker(stack, started.length + 2);
      started.push(worker);
      await worker.ready;
    },
    async skipUnknownWait() {
      await db.pool.query(
        "update generation set submit_state = 'unknown', next_check_at = now() where submit_state = 'sending'",
      );
    },
    emptyQueue: () => emptyRedis(redisUrl),
    async close() {
      await Promise.all(started.map((worker) => worker.stop(5_000)));
      await db.close();
      await stack.stop();
    },
  };
}

type Ask = Flow['ask'];

/** Sends requests from the browser with this session. */
export function createClient(stack: Stack, cookie: string): Ask {
  return async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: {
        cookie,
        origin: stack.url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
}

function generations(db: Db, ask: Ask): Pick<Flow, 'create' | 'find' | 'ended' | 'credits'> {
  const find = async (id: string) => {
    const row = await findGeneration(db.pool, id);
    if (!row) throw new Error(`There is no generation ${id}`);
    return row;
  };
  return {
    find,
    create: (...prompts) => Promise.all(prompts.map((prompt) => create(ask, prompt))),
    ended: (ids) =>
      vi.waitUntil(
        async () => {
          const rows = await Promise.all(ids.map(find));
          return rows.every((row) => row.finished_at !== null) && rows;
        },
        { timeout: 60_000, interval: 100 },
      ),
    async credits() {
      const { body } = await ask<{ credits: { left_credits: number; held_credits: number } }>(
        'GET',
        '/api/user/info',
      );
      return body.credits;
    },
  };
}

async function buyPack(ask: Ask): Promise<void> {
  const { body } = await ask<{ url: string; purchase_id: string }>('POST', '/api/checkout', {
    pack: 'studio',
  });
  await fetch(body.url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'complete' }),
    redirect: 'manual',
  });
  const isPaid = async () => {
    const { body: reply } = await ask<{ purchase: { status: string } }>(
      'GET',
      `/api/purchases/${body.purchase_id}`,
    );
    return reply.purchase.status === 'paid';
  };
  await vi.waitUntil(isPaid, { timeout: 20_000, interval: 100 });
}

async function create(ask: Ask, prompt: string): Promise<string> {
  const { status, body } = await ask<{ generation: PublicGeneration }>('POST', '/api/wan/createVideo', {
    video_generation_type: 'text-to-video',
    prompt,
  });
  if (status !== 200) throw new Error(`createVideo answers ${status}: ${JSON.stringify(body)}`);
  return body.generation.id;
}

async function killAll(stack: Stack, kind: 'api' | 'worker', signal: NodeJS.Signals): Promise<void> {
  const running = () =>
    listProcesses(stack.dataDir).filter(({ command }) => command.includes(`${kind}/src/main.ts`));
  const pids = running().map(({ pid }) => pid);
  if (pids.length === 0) throw new Error(`No ${kind} runs`);
  for (const pid of pids) process.kill(pid, signal);
  await vi.waitUntil(() => running().length === 0, { timeout: 30_000 });
}

function startWorker(stack: Stack, number: number): ManagedProcess {
  const { plan, databaseUrl, emulator, openid, checkout } = stack;
  const addresses = {
    publicUrl: plan.publicUrl,
    host: plan.host,
    dataDir: plan.dataDir,
    webDist: '',
    databaseUrl,
    emulator,
    openid,
    webhookKey: readWebhookKey(plan.dataDir),
    checkout,
  };
  return startProcess({
    name: `worker-${number}`,
    entry: join(repositoryRoot, 'worker/src/main.ts'),
    cwd: repositoryRoot,
    env: childEnv(plan.settings, addresses, 0),
    logFolder: plan.logFolder,
    onImportant: () => undefined,
  });
}

/** Deletes everything but the keys by which test runs lease the database. */
async function emptyRedis(redisUrl: string | undefined): Promise<void> {
  const redis = new Redis(redisUrl ?? '');
  await redis.eval(
    `
    for _, key in ipairs(redis.call('keys', '*')) do
      if string.sub(key, 1, 13) ~= 'atelier-test:' then redis.call('unlink', key) end
    end`,
    0,
  );
  await redis.quit();
}
