import { spawn, spawnSync } from 'node:child_process';
import { findFreePort } from '@atelier/local-postgres';
import { Redis } from 'ioredis';

export type RedisServer = {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server is gone, requested or not. */
  ended: Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Kills it. Its folder stays, so that another server can start with what this one has written. */
  kill(): Promise<void>;
};

const program = 'redis-server';

/** Whether the program is installed. */
export function hasRedisServer(): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/**
 * Starts a Redis with its files in `folder`, by default at any free port, and waits until it answers. It persists like
 * production: an append-only file, synced every second.
 */
export async function startRedisServer(folder: string, givenPort?: number): Promise<RedisServer> {
  const port = givenPort ?? (await findFreePort());
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durability = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction'];
  // A session of its own: Ctrl-C in the terminal reaches only the starter, which then ends it in order.
  const server = spawn(program, [...settings, ...durability], { stdio: 'ignore', detached: true });
  const ended = new Promise<void>((resolve) => {
    server.once('close', () => resolve());
    server.once('error', () => resolve());
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server.kill(signal);
    await ended;
  };
  const kill = () => end('SIGKILL');
  const url = `redis://127.0.0.1:${port}`;
  try {
    await waitForAnswer(url);
  } catch (error) {
    await kill();
    throw error;
  }
  return { url, port, pid: server.pid ?? 0, ended, kill, stop: () => end('SIGTERM') };
}

/** A server that loads its append-only file listens before it answers. */
async function waitForAnswer(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: (times) => (times < 200 ? 50 : null),
    maxRetriesPerRequest: null,
  });
  // Refused connections are expected until it listens; the ping below reports the outcome.
  redis.on('error', () => undefined);
  await redis.connect().catch(() => undefined);
  try {
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
