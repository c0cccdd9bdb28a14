import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  findNewestTakeOut,
  findOwnTakeOut,
  insertOutput,
  insertTakeOut,
  listTakeOutFiles,
  markGenerationEnded,
  type TakeOutRow,
} from '@atelier/db';
import { newKey } from '@atelier/storage';
import { type ReadyTakeOut, readArchive } from '@atelier/take-out';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../handlers.ts';
import { deleteForGood, order } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { enqueueDueTakeOuts, removeExpiredTakeOuts } from './sweep-take-outs.ts';

const worker = await openTestWorker();
const { deps } = worker;
const { pool } = deps.db;
afterAll(() => worker.close());
afterEach(() => vi.restoreAllMocks());

const context = {
  jobId: 'job',
  attempt: 1,
  isLastAttempt: true,
  signal: undefined,
  delayUntil: (): never => {
    throw new Error('later');
  },
};
const handlers = createHandlers(deps);
const run = (takeOutId: string, signal?: AbortSignal) =>
  handlers['prepare-take-out']({ takeOutId }, { ...context, signal });

/** A user with a finished video and a take-out that waits for a worker. */
async function begin() {
  const { id, user_id: userId } = await order(deps, { prompt: 'A lighthouse' });
  const key = newKey(userId, 'video/mp4');
  await deps.store.put(key, Readable.from([Buffer.from('a video')]), {
    contentType: 'video/mp4',
    maxBytes: 100,
  });
  const output = { id: randomUUID(), generation_id: id, position: 0, content_type: 'video/mp4' };
  await insertOutput(pool, { ...output, storage_key: key, bytes: 7 });
  await markGenerationEnded(pool, { generationId: id, status: 'completed', chargeCredits: 300, error: null });
  const takeOut = await insertTakeOut(pool, { id: randomUUID(), userId, language: 'en', token: 'secret' });
  return { userId, generationId: id, key, takeOutId: takeOut?.id ?? '' };
}

const statesSent = (userId: string) =>
  worker.events
    .filter((event) => event.userId === userId && event.name === 'take-out:changed')
    .map(({ body }) => (body as { take_out: { state: string } }).take_out.state);

const makeDue = (id: string) =>
  pool.query(`update take_out set next_check_at = now() - interval '1 second' where id = $1`, [id]);

async function openArchive({ takeOutId, userId }: { takeOutId: string; userId: string }): Promise<Buffer> {
  const row = (await findOwnTakeOut(pool, takeOutId, userId)) as TakeOutRow & ReadyTakeOut;
  const onGone = async () => undefined;
  return buffer(readArchive({ ...deps, onGone }, row, { start: 0, end: (row.archive_bytes ?? 0) - 1 }));
}

describe('the job of a take-out', () => {
  it('prepares it once, however often it runs', async () => {
    const { userId, takeOutId } = await begin();
    await run(takeOutId);
    const ready = await findNewestTakeOut(pool, userId);
    expect(ready).toMatchObject({ state: 'ready', run: 1, done_records: 1 });
    await run(takeOutId);
    expect(await findNewestTakeOut(pool, userId)).toEqual(ready);
    expect(statesSent(userId)).toEqual(['ready']);
  });

  it('continues after a killed worker, without reading files again or leaving any behind', async () => {
    const { userId, takeOutId, key } = await begin();
    const put = vi.spyOn(deps.store, 'put').mockImplementation(async (frameKey, source) => {
      put.mockRestore();
      await deps.store.put(frameKey, source, { contentType: 'application/octet-stream', maxBytes: 1e9 });
      throw new Error('killed');
    });
    await run(takeOutId);
    const first = await findNewestTakeOut(pool, userId);
    expect(first).toMatchObject({ state: 'preparing', run: 1 });
    await run(takeOutId);
    expect(await findNewestTakeOut(pool, userId)).toMatchObject({ state: 'preparing', run: 1 });
    await makeDue(takeOutId);
    const [read, load] = [vi.spyOn(deps.store, 'read'), vi.spyOn(deps.store, 'load')];
    await run(takeOutId);
    const ready = await findNewestTakeOut(pool, userId);
    expect(ready).toMatchObject({ state: 'ready', run: 2 });
    expect([...read.mock.calls, ...load.mock.calls]).toEqual([]);
    expect(await deps.store.find(first?.frame_key ?? '')).toBeUndefined();
    expect(await listTakeOutFiles(pool, { id: takeOutId, run: 1 }, 0)).toEqual([]);
    expect(await listTakeOutFiles(pool, { id: takeOutId, run: 2 }, 0)).toMatchObject([{ storage_key: key }]);
    expect((await openArchive({ takeOutId, userId })).includes('a video')).toBe(true);
  });

  it('hands over when its worker stops', async () => {
    const { userId, takeOutId } = await begin();
    await run(takeOutId, AbortSignal.abort());
    expect(await findNewestTakeOut(pool, userId)).toMatchObject({ state: 'preparing', run: 1 });
    await run(takeOutId);
    expect(await findNewestTakeOut(pool, userId)).toMatchObject({ state: 'ready', run: 2 });
  });

  it('gives up after eight runs, says so, and lets the user begin another', async () => {
    const { userId, takeOutId } = await begin();
    vi.spyOn(deps.store, 'put').mockRejectedValue(new Error('the disk is full'));
    for (let runs = 1; runs < 8; runs += 1) {
      await run(takeOutId);
      await makeDue(takeOutId);
    }
    await expect(run(takeOutId)).rejects.toThrow('the disk is full');
    expect(await findNewestTakeOut(pool, userId)).toMatchObject({ state: 'failed', run: 8 });
    expect(statesSent(userId).at(-1)).toBe('failed');
    const next = await insertTakeOut(pool, { id: randomUUID(), userId, language: 'en', token: 'secret' });
    expect(next).toMatchObject({ state: 'preparing' });
  });
});

describe('the sweeper', () => {
  it('enqueues a take-out that lost its job, and gives up one whose last run was killed', async () => {
    const [lost, killed] = [await begin(), await begin()];
    await pool.query('update take_out set run = 8 where id = $1', [killed.takeOutId]);
    await worker.startJobs();
    await enqueueDueTakeOuts(deps);
    await expect.poll(async () => (await findNewestTakeOut(pool, lost.userId))?.state).toBe('ready');
    expect(await findNewestTakeOut(pool, killed.userId)).toMatchObject({ state: 'failed' });
  });

  it('removes an expired take-out with its file', async () => {
    const { userId, takeOutId, key } = await begin();
    await run(takeOutId);
    const frameKey = (await findNewestTakeOut(pool, userId))?.frame_key ?? '';
    expect(await deps.store.find(frameKey)).toBeDefined();
    await pool.query('update take_out set expires_at = now() where id = $1', [takeOutId]);
    await removeExpiredTakeOuts(deps);
    expect(await deps.store.find(frameKey)).toBeUndefined();
    expect(await listTakeOutFiles(pool, { id: takeOutId, run: 1 }, 0)).toEqual([]);
    expect(await deps.store.find(key)).toBeDefined();
  });
});

it('a generation deleted for good ends the archive that contains its file, before the file is removed', async () => {
  const { userId, takeOutId, generationId, key } = await begin();
  await run(takeOutId);
  await deleteForGood(deps, { id: generationId, user_id: userId });
  const remove = vi.spyOn(deps.store, 'delete').mockImplementation(async (each) => {
    expect([each, await findNewestTakeOut(pool, userId)]).toMatchObject([key, { is_outdated: true }]);
    remove.mockRestore();
    await deps.store.delete(each);
  });
  await handlers['delete-files']({ generationId }, context);
  expect(statesSent(userId)).toEqual(['ready', 'outdated']);
  expect(await deps.store.find(key)).toBeUndefined();
});
