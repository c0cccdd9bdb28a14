import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { findFreePort } from '@atelier/local-postgres';
import { startProgram } from './start-program.ts';

export type PoolerMode = 'session' | 'transaction';

export type Pooler = {
  /** The address of the same database through the pooler. */
  through(databaseUrl: string | undefined): string;
  stop(): Promise<void>;
};

type PoolerOptions = {
  server: URL;
  mode: PoolerMode;
  connections: number;
  /** Start-up parameters that it drops instead of refusing the connection. */
  ignored?: string;
};

/**
 * Starts PgBouncer with the settings of Debian's package but for what connects it: `server` with its role and password,
 * the mode, and how many connections to PostgreSQL one database gets.
 */
export async function startPooler(
  program: string,
  { server, mode, connections, ignored = '' }: PoolerOptions,
): Promise<Pooler> {
  const [folder, port] = [await createTestFolder('pooler'), await findFreePort()];
  const file = join(folder, 'pgbouncer.ini');
  const target = `host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`;
  await writeFile(
    file,
    `[databases]
* = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
ignore_startup_parameters = ${ignored}
max_client_conn = 1000
`,
  );
  // It refuses to run as root, as PostgreSQL does.
  const account = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const pooler = await startProgram(program, ['--quiet', ...account, file], port);
  return {
    through: (databaseUrl = '') => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    stop: pooler.stop,
  };
}
