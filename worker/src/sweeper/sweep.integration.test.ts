import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDb, findLedgerProblems, insertFileWrites } from '@atelier/db';
import { newKey } from '@atelier/storage';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { createMetrics } from '../process/metrics.ts';
import { order } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { duties } from './duties.ts';
import { createSweeper, sweep } from './sweep.ts';

let worker: TestWorker;
/** Returns the dependencies with metrics of their own for each test. */
const freshDeps = (): WorkerDeps => ({ ...worker.deps, metrics: createMetrics(worker.deps) });
beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
afterEach(async () => expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]));

const names = duties.map(({ name }) => name);

/** The number behind each duty's name in a metric. */
async function readByDuty(deps: WorkerDeps, metric: string): Promise<Record<string, number>> {
  const text = await deps.metrics.read();
  const lines = text.matchAll(new RegExp(`^${metric}\\{duty="([^"]+)"\\} (\\d+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, duty = '', count]) => [duty, Number(count)]));
}

async function failedDuties(deps: WorkerDeps): Promise<string[]> {
  const failures = await readByDuty(deps, 'atelier_sweep_failures_total');
  return Object.keys(failures).filter((duty) => (failures[duty] ?? 0) > 0);
}

describe('a duty of the sweeper', () => {
  it('is counted from the start, where its first failure is an increase', async () => {
    const deps = freshDeps();
    createSweeper(deps);
    const failures = await readByDuty(deps, 'atelier_sweep_failures_total');
    expect(failures).toEqual(Object.fromEntries([...names, 'queue-schedules'].map((name) => [name, 0])));
  });

  it.each(names)('keeps no other from its work when it fails: %s', async (failing) => {
    const deps = freshDeps();
    const ran: string[] = [];
    const table = duties.map(({ name, everyMs, run }) => ({
      name,
      everyMs,
      run: async (given: WorkerDeps) => {
        if (name === failing) throw new Error('planted');
        await run(given);
        ran.push(name);
      },
    }));
    await createSweeper(deps, table).runDue();
    expect(ran.toSorted()).toEqual(names.filter((name) => name !== failing).toSorted());
    expect(await failedDuties(deps)).toEqual([failing]);
  });

  it.each([
    ['push_message', ['push-messages']],
    ['mail', ['mails', 'expired-rows']],
    ['payment_event', ['payments', 'debts']],
    ['user_session', ['expired-rows']],
    ['file_write', ['abandoned-files']],
    ['upload', ['uploads']],
    ['take_out', ['take-outs', 'expired-take-outs']],
    ['kind_hour', ['ends', 'durations']],
    ['provider_submission', ['orphans', 'costs']],
    ['audit_event', ['audit-origins']],
  ])('is the only one that fails without the table %s', async (table, expected) => {
    const admin = connectDb({
      databaseUrl: worker.adminUrl,
      applicationName: 'rename',
      maxConnections: 1,
      onError: (error) => expect.fail(error.message),
    });
    const deps = freshDeps();
    await admin.pool.query(`alter table ${table} rename to unreadable`);
    try {
      await sweep(deps);
    } finally {
      await admin.pool.query(`alter table unreadable rename to ${table}`);
      await admin.close();
    }
    expect(expected).toEqual(expect.arrayContaining(await failedDuties(deps)));
    expect(await failedDuties(deps)).not.toEqual([]);
    expect(await readByDuty(deps, 'atelier_sweep_seconds_count')).toEqual(
      Object.fromEntries(names.map((name) => [name, 1])),
    );
  });

  it('neither waits for one that is slow nor runs twice at a time', async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const counts = { slow: 0, fast: 0 };
    const sweeper = createSweeper(freshDeps(), [
      {
        name: 'slow',
        everyMs: 0,
        run: () => {
          counts.slow += 1;
          return isReleased;
        },
      },
      {
        name: 'fast',
        everyMs: 0,
        run: async () => {
          counts.fast += 1;
        },
      },
    ]);
    const first = sweeper.runDue();
    await vi.waitFor(
      async () => {
        await sweeper.runDue();
        expect(counts.fast).toBeGreaterThan(2);
      },
      { timeout: 20_000 },
    );
    expect(counts.slow).toBe(1);
    release();
    await first;
    await sweeper.runDue();
    expect(counts.slow).toBe(2);
  });

  it('is not due again before its interval is over', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const hourly = { name: 'hourly', everyMs: 3_600_000, run };
    const sweeper = createSweeper(freshDeps(), [hourly]);
    await sweeper.runDue();
    await sweeper.runDue();
    expect(runs).toBe(1);
  });

  it('comes again at its own interval until the process stops', async () => {
    const { promise: hasComeTwice, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs === 2) resolve();
      throw new Error('planted');
    };
    const deps = freshDeps();
    const sweeper = createSweeper(deps, [{ name: 'outbox', everyMs: 1, run }]);
    sweeper.start();
    await hasComeTwice;
    await sweeper.stop();
    const ended = runs;
    expect((await readByDuty(deps, 'atelier_sweep_failures_total')).outbox).toBe(ended);
  });
});

describe('a file that cannot be removed', () => {
  /** A store that refuses one key. */
  const refusing = (deps: WorkerDeps, refused: string): WorkerDeps => ({
    ...deps,
    store: {
      ...deps.store,
      delete: (key) => (key === refused ? Promise.reject(new Error('refused')) : deps.store.delete(key)),
    },
  });

  it('of a worker that was killed keeps no other, is counted and tried again', async () => {
    const deps = freshDeps();
    const { pool } = deps.db;
    const { user_id: userId } = await order(deps, { prompt: 'Boat' });
    const keys = [newKey(userId, 'image/png'), newKey(userId, 'image/png')];
    await insertFileWrites(pool, [...keys, '../no key']);
    await pool.query("update file_write set created_at = now() - interval '1 hour'");
    await sweep(refusing(deps, keys[0] ?? ''));
    const left = await pool.query<{ storage_key: string }>('select storage_key from file_write');
    expect(left.rows).toEqual([{ storage_key: keys[0] }]);
    expect(await failedDuties(deps)).toEqual(['abandoned-files']);
    await sweep(deps);
    expect((await pool.query('select from file_write')).rowCount).toBe(0);
  });

  it('of an upload keeps no other, and its row stays until it can be removed', async () => {
    const deps = freshDeps();
    const { pool } = deps.db;
    const { user_id: userId } = await order(deps, { prompt: 'Boat' });
    const content = Buffer.from('GIF89a');
    const keys = [];
    for (let made = 0; made < 3; made += 1)
      keys.push(await storeUpload(deps, userId, { content, contentType: 'image/gif' }));
    await pool.query("update upload set storage_key = 'no key' where storage_key = $1", [keys[2]]);
    await pool.query("update upload set touched_at = now() - interval '2 days'");
    await sweep(refusing(deps, keys[0] ?? ''));
    const left = await pool.query<{ storage_key: string }>('select storage_key from upload');
    expect(left.rows).toEqual([{ storage_key: keys[0] }]);
    expect(await failedDuties(deps)).toEqual(['uploads']);
    expect(await deps.store.find(keys[1] ?? '')).toBeUndefined();
  });

  it('is no reason to wait for a restart: what a killed process left half-written goes within the hour', async () => {
    const deps = freshDeps();
    const folder = join(worker.folder, 'files', 'tmp');
    await mkdir(folder, { recursive: true });
    const [old, young] = [join(folder, 'other-host.1.a'), join(folder, 'other-host.1.b')];
    const twoHoursAgo = Date.now() / 1000 - 7_200;
    for (const path of [old, young]) await writeFile(path, 'x');
    await utimes(old, twoHoursAgo, twoHoursAgo);
    await sweep(deps);
    await expect(access(old)).rejects.toThrow();
    await access(young);
    expect(duties.find(({ name }) => name === 'temporary-files')?.everyMs).toBe(3_600_000);
  });
});
