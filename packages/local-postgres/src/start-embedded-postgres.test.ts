import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestFolder } from '@atelier/dev-stack/testing';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isProcessAlive } from './process-identity.ts';
import { readServerRecord } from './server-record.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const parent = await createTestFolder('postgres');
let folders = 0;

function newDataDir(): string {
  folders += 1;
  return join(parent, `data dir ${folders}`);
}

async function start(dataDir: string, port?: number): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, port });
  onTestFinished(() => server.stop());
  return server;
}

async function ask(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

function keeperPid(dataDir: string): number {
  const stat = readFileSync(`/proc/${serverPid(dataDir)}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

async function ended(pid: number): Promise<void> {
  await vi.waitUntil(() => !isProcessAlive(pid), { timeout: 25_000, interval: 50 });
}

it('the server keeps data and port from one start to the next, in a path with a space', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await ask(first.adminUrl, 'create table note as select 42 as answer');
  const pid = serverPid(dataDir);
  await first.stop();
  expect(isProcessAlive(pid)).toBe(false);
  const second = await start(dataDir);
  expect(second.port).toBe(first.port);
  expect(await ask(second.adminUrl, 'select answer from note')).toEqual([{ answer: 42 }]);
  expect(await ask(second.adminUrl, 'show max_connections')).toEqual([{ max_connections: '200' }]);
  expect(await ask(second.adminUrl, 'show unix_socket_directories')).toEqual([
    { unix_socket_directories: '' },
  ]);
});

it('never runs as root, and only its owner can read its password', async () => {
  const dataDir = newDataDir();
  await start(dataDir);
  expect(statSync(`/proc/${serverPid(dataDir)}`).uid).not.toBe(0);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
});

it('a start stops a server whose keeper was killed, and succeeds', { tags: 'faults' }, async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await ask(first.adminUrl, 'create table note as select 1 as answer');
  const orphan = serverPid(dataDir);
  process.kill(keeperPid(dataDir), 'SIGKILL');
  await first.ended;
  expect(isProcessAlive(orphan)).toBe(true);
  const second = await start(dataDir);
  expect(isProcessAlive(orphan)).toBe(false);
  expect(await ask(second.adminUrl, 'select answer from note')).toEqual([{ answer: 1 }]);
});

it('a start succeeds after server and keeper were killed together', { tags: 'faults' }, async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await ask(first.adminUrl, 'create table note as select 1 as answer');
  const [server, keeper] = [serverPid(dataDir), keeperPid(dataDir)];
  process.kill(keeper, 'SIGKILL');
  process.kill(server, 'SIGKILL');
  await first.ended;
  const second = await start(dataDir);
  expect(await ask(second.adminUrl, 'select answer from note')).toEqual([{ answer: 1 }]);
});

it('a start succeeds when the pid file names a process that is not a server', {
  tags: 'faults',
}, async () => {
  const dataDir = newDataDir();
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}\n`, { mode: 0o600 });
  const server = await start(dataDir);
  expect(await ask(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('a start succeeds after a first start was killed midway', { tags: 'faults' }, async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true });
  const server = await start(dataDir);
  expect(await ask(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('the server uses another port when its last one is taken, and refuses a requested one that is taken', {
  tags: 'faults',
}, async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await first.stop();
  const occupant = createServer().listen(first.port, '127.0.0.1');
  await once(occupant, 'listening');
  onTestFinished(() => void occupant.close());
  const second = await start(dataDir);
  expect(second.port).not.toBe(first.port);
  await second.stop();
  await expect(start(dataDir, first.port)).rejects.toThrow(
    `Port ${first.port}, requested for PostgreSQL, is already in use`,
  );
});

it('a second start in the same folder is refused, naming the process and port in use', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    `is in use by process ${process.pid} (PostgreSQL on 127.0.0.1:${first.port})`,
  );
});

it('the error says what to do when the folder cannot be created, is damaged or has lost its password', {
  tags: 'faults',
}, async () => {
  const file = join(parent, 'a file');
  writeFileSync(file, '');
  await expect(start(join(file, 'data'))).rejects.toThrow('is not a folder: move that file or set DATA_DIR');
  const dataDir = newDataDir();
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await expect(start(dataDir)).rejects.toThrow('was created by another version of PostgreSQL: set DATA_DIR');
  rmSync(join(dataDir, 'postgres.json'));
  await expect(start(dataDir)).rejects.toThrow('password file postgres.json is missing or damaged');
});

it('the server keeps data across starts when only the current user may enter the parent folder', async () => {
  const closed = join(parent, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = join(closed, 'data');
  const first = await start(dataDir);
  await ask(first.adminUrl, 'create table note as select 1 as answer');
  const { serverDataDir } = readServerRecord(dataDir);
  onTestFinished(() => rmSync(serverDataDir ?? dataDir, { recursive: true, force: true }));
  await first.stop();
  const second = await start(dataDir);
  expect(await ask(second.adminUrl, 'select answer from note')).toEqual([{ answer: 1 }]);
  await second.stop();
});

it('the process that started a server leaves none behind when it is killed', { tags: 'faults' }, async () => {
  const dataDir = newDataDir();
  const starter: ChildProcess = fork(
    fileURLToPath(new URL('./testing/start-and-wait.ts', import.meta.url)),
    [dataDir],
    {
      execArgv: [],
    },
  );
  await once(starter, 'message');
  const [server, keeper] = [serverPid(dataDir), keeperPid(dataDir)];
  starter.kill('SIGKILL');
  await ended(server);
  await ended(keeper);
});
