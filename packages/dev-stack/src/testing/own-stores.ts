import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@atelier/local-postgres';
import { type RedisServer, startRedisServer } from './start-redis-server.ts';

/** A store of one's own that can be taken away and brought back with what it has written. */
export type OwnStore = {
  port(): number;
  /** Kills it; the returned function starts it again with what it has written, and resolves when it answers. */
  kill(): Promise<() => Promise<void>>;
  /** The same in order, as for a restart. */
  shutDown(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export type OwnPostgres = OwnStore & Pick<EmbeddedPostgres, 'adminUrl' | 'appUrl'>;

/** A durable server: what it has acknowledged, it must still have after a kill. */
export async function openPostgres(dataDir: string): Promise<OwnPostgres> {
  const first = await startEmbeddedPostgres({ dataDir });
  const { port, adminUrl } = first;
  let server = first;
  const startAgain = async () => {
    server = await startEmbeddedPostgres({ dataDir, port });
  };
  return {
    adminUrl,
    appUrl: first.appUrl,
    port: () => port,
    async kill() {
      const pidFile = join(dataDir, 'postgres/postmaster.pid');
      process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
      await server.ended;
      return startAgain;
    },
    async shutDown() {
      await server.stop();
      return startAgain;
    },
    close: () => server.stop(),
  };
}

export async function openRedis(dataDir: string): Promise<OwnStore> {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder);
  let server: RedisServer = await startRedisServer(folder);
  const { port } = server;
  const startAgain = async () => {
    server = await startRedisServer(folder, port);
  };
  return {
    port: () => port,
    async kill() {
      await server.kill();
      return startAgain;
    },
    async shutDown() {
      await server.stop();
      return startAgain;
    },
    close: () => server.kill(),
  };
}
