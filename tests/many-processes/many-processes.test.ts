import { findGeneration, findLedgerProblems } from '@atelier/db';
import { signIn, testRedisUrl } from '@atelier/dev-stack/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  email,
  metricsToken,
  openProcesses,
  type Processes,
  type ProcessName,
} from './testing/open-processes.ts';
import { startLoad } from './testing/start-load.ts';
import { createTestUser, type TestUser } from './testing/user.ts';
import { type Watcher, watch } from './testing/watch.ts';

const redisUrl = await testRedisUrl();
const backends = [
  { backend: 'postgres', url: undefined },
  ...(redisUrl === undefined ? [] : [{ backend: 'redis', url: redisUrl }]),
];
const all: ProcessName[] = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const slow = { timeout: 240_000 };
const faults = { ...slow, tags: 'faults' };
const cost = 300;

describe.each(backends)('two api and two worker processes on $backend', ({ url }) => {
  let processes: Processes;
  let user: TestUser;
  beforeAll(async () => {
    processes = await openProcesses({ redisUrl: url });
    await Promise.all(all.map((name) => processes.start(name)));
    const { proxy } = processes;
    user = createTestUser(await signIn(proxy.url, email), proxy.url);
  }, 120_000);
  afterAll(() => processes?.close(), 60_000);

  /** Resolves with the rows once all of them have ended. */
  const ended = (ids: readonly string[]) =>
    vi.waitUntil(
      async () => {
        const rows = await Promise.all(ids.map((id) => findGeneration(processes.db.pool, id)));
        return rows.every((row) => row?.finished_at) && rows.filter((row) => row !== undefined);
      },
      { timeout: 150_000, interval: 200 },
    );

  /** Events that have not been sent are still in the outbox. */
  const outboxEmpty = () =>
    vi.waitUntil(
      async () => {
        const { rows } = await processes.db.pool.query('select 1 from outbox limit 1');
        return rows.length === 0;
      },
      { timeout: 60_000, interval: 100 },
    );

  const leftCredits = async () => {
    const { body } = await user.ask<{ credits: { left_credits: number } }>(
      'GET',
      `${processes.proxy.url}/api/user/info`,
    );
    return body.credits.left_credits;
  };

  async function expectAllCompleted(ids: readonly string[], before: number): Promise<void> {
    expect(ids.length).toBeGreaterThan(0);
    for (const row of await ended(ids)) expect([row.id, row.status]).toEqual([row.id, 'completed']);
    expect(before - (await leftCredits())).toBe(ids.length * cost);
    expect(await findLedgerProblems(processes.db.pool)).toEqual([]);
  }

  /** The pages show the generations they know as they are in the database. */
  async function expectShown(pages: readonly Watcher[], ids: readonly string[]): Promise<void> {
    const rows = await ended(ids);
    const truth = new Map(
      rows.map((row) => [row.id, { status: row.status, revision: Number(row.revision) }]),
    );
    for (const { states } of pages) {
      const known = ids.filter((id) => states.has(id));
      expect(known.length).toBeGreaterThan(0);
      await vi.waitFor(
        () => {
          for (const id of known) expect([id, states.get(id)]).toEqual([id, truth.get(id)]);
        },
        { timeout: 30_000, interval: 100 },
      );
    }
  }

  const hasLogged = (name: ProcessName, msg: string, generationId?: string) =>
    processes
      .readLog(name)
      .some((record) => record.msg === msg && (!generationId || record.generationId === generationId));

  it('accepts on each api process a session created on the other', slow, async () => {
    for (const name of ['api-1', 'api-2'] as const) {
      const { status, body } = await user.ask('GET', `${processes.formatUrl(name)}/api/user/info`);
      expect([status, body]).toMatchObject([200, { user: { email } }]);
    }
    await user.ask('POST', `${processes.formatUrl('api-1')}/api/auth/logout`, {});
    expect((await user.ask('GET', `${processes.formatUrl('api-2')}/api/user/info`)).status).toBe(401);
    user = createTestUser(await signIn(processes.proxy.url, email), processes.proxy.url);
  });

  it(
    'notifies a socket on one api of generations submitted to the other and done by any worker',
    slow,
    async () => {
      const watcher = await watch(user, processes.formatUrl('api-1'));
      const before = await leftCredits();
      const ids: string[] = [];
      const bothHaveWorked = () =>
        (['worker-1', 'worker-2'] as const).every((name) => hasLogged(name, 'generation ended'));
      for (let round = 0; round === 0 || (!bothHaveWorked() && round < 20); round += 1) {
        const submissions = Array.from({ length: 6 }, () => user.submit(processes.formatUrl('api-2')));
        ids.push(...(await Promise.all(submissions)).map(({ generation }) => generation.id));
        await ended(ids);
      }
      expect(bothHaveWorked()).toBe(true);
      await expectShown([watcher], ids);
      for (const id of ids) {
        expect(hasLogged('api-2', 'submission accepted', id)).toBe(true);
        expect(hasLogged('api-1', 'submission accepted', id)).toBe(false);
      }
      expect(await listSockets('api-1')).toBe(1);
      expect(await listSockets('api-2')).toBe(0);
      await expectAllCompleted(ids, before);
      watcher.close();
    },
  );

  async function listSockets(name: ProcessName): Promise<number> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${processes.formatUrl(name)}/metrics`, { headers })).text();
    return Number(/^atelier_sockets (\d+)/m.exec(text)?.[1]);
  }

  it('notifies each socket once of each end, whichever api it is connected to', slow, async () => {
    const { proxy } = processes;
    const watchers = await Promise.all(
      [processes.formatUrl('api-1'), processes.formatUrl('api-2'), proxy.url].map((each) =>
        watch(user, each),
      ),
    );
    const before = await leftCredits();
    const submissions = Array.from({ length: 30 }, () => user.submit(proxy.url));
    const ids = (await Promise.all(submissions)).map(({ generation }) => generation.id);
    await expectAllCompleted(ids, before);
    await outboxEmpty();
    await expectShown(watchers, ids);
    for (const { ends, connections } of watchers) {
      expect(connections()).toBe(1);
      expect([...ends].toSorted()).toEqual(ids.map((id) => [id, 1]).toSorted());
    }
    for (const watcher of watchers) watcher.close();
  });

  const sendingNow = async () => {
    const { rows } = await processes.db.pool.query<{ id: string }>(
      "select id from generation where submit_state = 'sending'",
    );
    return rows.map(({ id }) => id);
  };

  /** Skips the two waits for the webhook of a submission whose worker was killed before it knew fal's answer. */
  const skipWaits = (ids: readonly string[]) =>
    processes.db.pool.query(
      `update generation set submit_state = 'unknown', next_check_at = now()
        where id = any($1) and submit_state = 'sending'`,
      [ids],
    );

  const openPages = () => Promise.all([1, 2, 3].map(() => watch(user, processes.proxy.url)));

  it('loses neither a request nor an event while every process is restarted in turn', faults, async () => {
    const { proxy } = processes;
    proxy.failures.length = 0;
    const before = await leftCredits();
    const pages = await openPages();
    const load = startLoad(user, proxy.url, { pages, pauseMs: 200, roundsPerSubmission: 4, repeats: 0 });
    for (const name of all) {
      expect(await processes.stop(name)).toMatchObject({ reason: 'exit code 0' });
      await processes.start(name);
    }
    await load.stop();
    expect([...load.failures, ...proxy.failures]).toEqual([]);
    await expectAllCompleted(load.accepted, before);
    await expectShown(pages, load.accepted);
    for (const { connections } of pages) expect(connections()).toBeGreaterThan(1);
    for (const page of pages) page.close();
  });

  it('ends every accepted generation, and charges it once, when processes are killed', faults, async () => {
    const { proxy } = processes;
    const before = await leftCredits();
    const pages = await openPages();
    const load = startLoad(user, proxy.url, { pages, pauseMs: 200, roundsPerSubmission: 1, repeats: 5 });
    await vi.waitUntil(() => load.accepted.length >= 5, { timeout: 30_000 });
    await Promise.all([processes.kill('api-2'), processes.kill('worker-2')]);
    const sending = await sendingNow();
    const atKill = load.accepted.length;
    await vi.waitUntil(() => load.accepted.length >= atKill + 10, { timeout: 30_000 });
    await Promise.all([processes.start('api-2'), processes.start('worker-2')]);
    await load.stop();
    await skipWaits(sending);
    await expectAllCompleted(load.accepted, before);
    await expectShown(pages, load.accepted);
    for (const page of pages) page.close();
  });
});
