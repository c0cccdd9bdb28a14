import { randomUUID } from 'node:crypto';
import { PostgresConnection, Queue } from 'bullmq';
import { Pool } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createJobSignals } from './job-signals.ts';
import { createSignalledBackends, SignalledBackend } from './signalled-backend.ts';
import { openTestQueues } from './testing/open-test-backend.ts';

const queues = await openTestQueues();
const pool = new Pool({
  connectionString: queues.store.databaseUrl,
  options: '-c search_path=bullmq',
  max: 3,
});
pool.setMaxListeners(0);
// One test cuts the connections.
pool.on('connect', (client) => client.on('error', () => undefined));
pool.on('error', () => undefined);
afterAll(async () => {
  await queues.close();
  await pool.end();
});

const token = 'token';
const settings = { connection: pool };

/** Queue, and the backend of a worker for it, both without a worker. */
async function open(name: string) {
  const signals = createJobSignals(pool, 'bullmq_jobs');
  const backend = new SignalledBackend(signals, new PostgresConnection(pool), name, settings);
  backend.on('error', () => undefined);
  const queue = new Queue(name, settings, createSignalledBackends(pool));
  queue.on('error', () => undefined);
  await signals.join(backend);
  return { signals, backend, queue };
}

describe('BullMQ on PostgreSQL', () => {
  it('notifies a waiting worker of every change after which it has to look for a job', async () => {
    const { signals, backend, queue } = await open('sweep');
    const changes: [string, () => Promise<unknown>][] = [
      ['one job', () => queue.add('sweep', {}, { jobId: 'first' })],
      ['several jobs', () => queue.addBulk(Array.from({ length: 9 }, () => ({ name: 'sweep', data: {} })))],
      ['a delayed job', () => queue.add('sweep', {}, { jobId: 'late', delay: 60_000 })],
      ['a job that is delayed by its run', () => backend.moveToDelayed('first', Date.now(), 50, token)],
      ['a job that is due at once', async () => (await queue.getJob('late'))?.promote()],
      ['the first run of a schedule', () => queue.upsertJobScheduler('sweep', { every: 60_000 }, {})],
    ];
    for (const [what, change] of changes) {
      if (what === 'a job that is delayed by its run') await backend.moveToActive(token);
      const before = signals.count('sweep');
      await change();
      await expect.poll(() => signals.count('sweep'), { message: what }).toBeGreaterThan(before);
    }
    await backend.close();
    await queue.close();
  });

  it('has a worker fetch before it waits, and fetch again when it was called', async () => {
    const name = 'send-mail';
    const query = vi.spyOn(Pool.prototype, 'query');
    const ran = Promise.withResolvers<void>();
    const consumer = await queues.consume({ [name]: async () => ran.resolve() });
    await queues.producer.enqueue(name, { mailId: randomUUID() });
    await ran.promise;
    await consumer.close();
    const statements = query.mock.calls.map(([statement]) => statement as unknown as { text: string });
    query.mockRestore();
    const count = (pattern: RegExp) => statements.filter(({ text }) => pattern.test(text)).length;
    // BullMQ's own question after a fetch that returned no job is the only one before a wait.
    expect(count(/next_signal\(/)).toBeGreaterThan(0);
    expect(count(/as present|^SELECT next_delay/m)).toBe(0);
  });
});

describe('a worker without a job', () => {
  it('waits until its queue is signalled', async () => {
    const { signals, backend, queue } = await open('send-push');
    await backend.moveToActive(token);
    let isWaiting = true;
    const waiting = backend.waitForJob(60).then(() => {
      isWaiting = false;
    });
    const before = signals.count('another');
    await pool.query("select pg_notify('bullmq_jobs', 'another')");
    await expect.poll(() => signals.count('another')).toBeGreaterThan(before);
    expect(isWaiting).toBe(true);
    await queue.add('send-push', {});
    await waiting;
    expect((await backend.moveToActive(token))[0]).toBeTruthy();
    await backend.close();
    await queue.close();
  });

  it('does not wait when its queue was signalled after the fetch that found nothing', async () => {
    const { signals, backend, queue } = await open('delete-files');
    await backend.moveToActive(token);
    const before = signals.count('delete-files');
    await queue.add('delete-files', {});
    await expect.poll(() => signals.count('delete-files')).toBeGreaterThan(before);
    expect(await backend.waitForJob(3_600)).toBeNull();
    await backend.close();
    await queue.close();
  });

  it('does not wait when the connection that listens was lost meanwhile', async () => {
    const { backend, queue } = await open('check-kinds');
    await backend.moveToActive(token);
    const waiting = backend.waitForJob(3_600);
    await queues.cutConnections();
    expect(await waiting).toBeNull();
    await vi.waitFor(() => backend.waitForJob(3_600), { timeout: 20_000 });
    await backend.close();
    await queue.close();
  });

  it('stops waiting when it is closed', async () => {
    const { backend, queue } = await open('erase-accounts');
    await backend.moveToActive(token);
    const waiting = backend.waitForJob(3_600);
    await backend.close();
    expect(await waiting).toBeNull();
    await queue.close();
  });
});
