import { connectDb, findLedgerProblems } from '@atelier/db';
import { createTestDatabase, signIn, testRedisUrl } from '@atelier/dev-stack/testing';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { email, openProcesses, type Processes, type ProcessName } from './testing/open-processes.ts';
import { type Pooler, startPooler } from './testing/start-pooler.ts';
import { createTestUser, type TestUser } from './testing/user.ts';

const redisUrl = await testRedisUrl();
/** Named by vitest.config.ts, which leaves this file out where PgBouncer is not installed. */
const program = process.env.TEST_PGBOUNCER ?? '';
const shapes = [
  // Room for all connections of two api and two workers, those for jobs and events among them.
  { mode: 'session', url: undefined, connections: 70 },
  ...(redisUrl === undefined ? [] : [{ mode: 'transaction', url: redisUrl, connections: 4 } as const]),
] as const;
const all: ProcessName[] = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const slow = { timeout: 240_000 };
const cost = 300;

function openBehind(pooler: Pooler, url: string | undefined, mode: string): Promise<Processes> {
  return openProcesses({
    redisUrl: url,
    change: (_name, { DATABASE_URL }) => ({
      DATABASE_URL: pooler.through(DATABASE_URL),
      DATABASE_POOLER: mode,
      DATABASE_POOL: '6',
    }),
  });
}

function readServer(): URL {
  const { maintenanceUrl, appRole, appPassword } = inject('postgres') ?? expect.unreachable();
  return Object.assign(new URL(maintenanceUrl), { username: appRole, password: appPassword });
}

describe.each(shapes)('the processes behind a pooler in $mode mode', ({ mode, url, connections }) => {
  let pooler: Pooler;
  let processes: Processes;
  let user: TestUser;
  beforeAll(async () => {
    pooler = await startPooler(program, { server: readServer(), mode, connections });
    processes = await openBehind(pooler, url, mode);
    // PgBouncer opens one connection at a time.
    for (const name of all) await processes.start(name);
    user = createTestUser(await signIn(processes.proxy.url, email), processes.proxy.url);
  }, 180_000);
  afterAll(async () => {
    await processes?.close();
    await pooler?.stop();
  }, 60_000);

  const formatUrl = (index: number) => processes.formatUrl(index % 2 ? 'api-1' : 'api-2');
  const read = async (url: string) => (await fetch(url, { headers: { cookie: user.cookie } })).status;

  it('make what many requests at once submit, and answer every read meanwhile', slow, async () => {
    const submissions = Promise.all(Array.from({ length: 8 }, (_, index) => user.submit(formatUrl(index))));
    const pages = ['/api/user/info', '/api/generations', '/api/pricing', '/api/video-generation/history'];
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => read(`${formatUrl(index)}${pages[index % pages.length]}`)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const ids = (await submissions).map(({ generation }) => generation.id);
    await vi.waitFor(
      async () => {
        const { rows } = await processes.db.pool.query(
          'select status, count(*)::int as count from generation where id = any($1) group by status',
          [ids],
        );
        expect(rows).toEqual([{ status: 'completed', count: ids.length }]);
      },
      { timeout: 150_000, interval: 200 },
    );
    const { rows } = await processes.db.pool.query<{ spent: number }>(
      'select sum(settled)::int as spent from generation where id = any($1)',
      [ids],
    );
    expect(rows).toEqual([{ spent: ids.length * cost }]);
    expect(await findLedgerProblems(processes.db.pool)).toEqual([]);
  });

  it('sign in and out, many at the same time', slow, async () => {
    const cookies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signIn(processes.proxy.url, `pooled-${index}@atelier.test`)),
    );
    const users = cookies.map((cookie) => createTestUser(cookie, processes.proxy.url));
    const ask = (method: string, path: string, body?: object) =>
      Promise.all(
        users.map(async (each) => (await each.ask(method, `${processes.proxy.url}${path}`, body)).status),
      );
    expect(new Set(await ask('GET', '/api/user/info'))).toEqual(new Set([200]));
    expect(new Set(await ask('POST', '/api/auth/logout', {}))).toEqual(new Set([200]));
    expect(new Set(await ask('GET', '/api/user/info'))).toEqual(new Set([401]));
  });

  it('keep the time limits of statements, and log no error', slow, async () => {
    const { rows } = await processes.db.pool.query<{ setting: string }>(
      'select unnest(setconfig) as setting from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())',
    );
    const ofRole = rows.map(({ setting }) => setting);
    if (mode === 'transaction') expect(ofRole).toContain('statement_timeout=30000');
    else expect(ofRole).toEqual([]);
    for (const name of all) {
      const failures = processes.readLog(name).filter(({ level }) => Number(level) >= 50);
      expect([name, failures]).toEqual([name, []]);
    }
  });
});

it('a process that does not know of the pooler is not ready while its statements are prepared elsewhere', async () => {
  const { url, stop } = await startUnknown();
  onTestFinished(stop);
  const db = connectDb({
    databaseUrl: url,
    applicationName: 'test',
    maxConnections: 8,
    onError: () => undefined,
  });
  onTestFinished(db.close);
  // Eight of our connections share two of PostgreSQL's, and each prepares the statement under the same name.
  await Promise.allSettled(Array.from({ length: 100 }, () => db.check()));
  await expect(db.check()).rejects.toThrow();
});

async function startUnknown(): Promise<{ url: string; stop: () => Promise<void> }> {
  const database = await createTestDatabase();
  const ignored = 'statement_timeout,idle_in_transaction_session_timeout';
  const options = { server: readServer(), mode: 'transaction', connections: 2, ignored } as const;
  const pooler = await startPooler(program, options);
  return {
    url: pooler.through(database.appUrl),
    async stop() {
      await pooler.stop();
      await database.drop();
    },
  };
}
