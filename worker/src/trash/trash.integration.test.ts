import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  findLedgerProblems,
  findUpload,
  type GenerationRow,
  insertOutput,
  listOutputs,
  markGenerationEnded,
  markRestored,
  markTrashed,
  purgeOwnTrash,
  repairGenerationCounts,
} from '@atelier/db';
import { storeDrivers } from '@atelier/dev-stack/test-sets';
import { drainOutbox } from '@atelier/generations';
import { idOfKey } from '@atelier/storage';
import { makePng, startS3Server } from '@atelier/storage/testing';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { sweep } from '../sweeper/sweep.ts';
import { current, order, reach, trash } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { deleteFiles } from '../uploads/delete-files.ts';

describe.each(storeDrivers)('a deleted generation with files on %s', async (driver) => {
  const s3 = driver === 's3' ? await startS3Server() : undefined;
  const worker = await openTestWorker({ env: { ...s3?.settings, TRASH_DAYS: '3' } });
  const { deps } = worker;
  const { pool } = deps.db;
  afterEach(async () => expect(await findLedgerProblems(pool)).toEqual([]));
  afterAll(async () => {
    await worker.close();
    await s3?.close();
  });

  /** Two images with their posters. */
  async function made(): Promise<GenerationRow> {
    const input = { num_images: 2, image_size: 'square' };
    const generation = await order(deps, { kind: 'flux-schnell', prompt: 'A harbour', input });
    const { id: generationId } = generation;
    await dispatchGeneration(deps, { generationId });
    await reach(deps, generation, (row) => row.stage === 'saving');
    await finishGeneration(deps, { generationId }, { isLastAttempt: false });
    expect(await current(deps, generation)).toMatchObject({ status: 'completed' });
    return generation;
  }

  /** A question with its answer. */
  async function answered(): Promise<GenerationRow> {
    const input = { image: '/media/x.png', question: 'What is this?' };
    const question = await order(deps, { kind: 'image-understanding', prompt: 'What is this?', input });
    const output = { id: randomUUID(), position: 0, content_type: 'text/plain', text: 'A boat.' };
    await insertOutput(pool, { ...output, generation_id: question.id });
    const { id: generationId, cost: chargeCredits } = question;
    await markGenerationEnded(pool, { generationId, status: 'completed', chargeCredits, error: null });
    return question;
  }

  const uploadUsedBy = async ({ user_id: userId }: GenerationRow, ...users: GenerationRow[]) => {
    const content = makePng({ width: 64, height: 64 });
    const key = await storeUpload(deps, userId, { content, contentType: 'image/png' });
    const id = idOfKey(key);
    await pool.query('update upload set used_at = now() where id = $1', [id]);
    for (const user of users)
      await pool.query('insert into upload_use (upload_id, generation_id) values ($1, $2)', [id, user.id]);
    return { id, key };
  };

  const listKeys = async ({ id }: GenerationRow) =>
    (await listOutputs(pool, id)).flatMap((output) => [output.storage_key ?? '', output.poster_key ?? '']);
  const isStored = async (key: string) => (await deps.store.find(key)) !== undefined;
  const computeHash = async (key: string) =>
    createHash('sha256')
      .update(await buffer(deps.store.read(key)))
      .digest('hex');
  const age = ({ id }: GenerationRow, days: number) =>
    pool.query('update generation set deleted_at = now() - make_interval(days => $2) where id = $1', [
      id,
      days,
    ]);
  /** Runs a job for each file that is to be removed, again and again, as the outbox sends them, until none is left. */
  async function removeFiles(): Promise<number> {
    const { rows } = await pool.query<{ id: string }>(
      `select payload->>'generationId' as id from outbox where key like 'delete-files:%'`,
    );
    for (const { id } of rows) await deleteFiles(deps, { generationId: id });
    return rows.length;
  }

  it('is restored with the same bytes while it is in the trash', async () => {
    const generation = await made();
    const { id, user_id: userId } = generation;
    const keys = await listKeys(generation);
    expect(keys).toHaveLength(4);
    const before = await Promise.all(keys.map(computeHash));
    // The file is also known by its hash, by which a copy of it is recognised.
    const outputs = await listOutputs(pool, id);
    expect(outputs.map(({ sha256 }) => sha256?.toString('hex'))).toEqual([before[0], before[2]]);
    await trash(deps, generation);
    await age(generation, 2);
    await sweep(deps);
    expect(await removeFiles()).toBe(0);
    expect(await markRestored(pool, { userId, ids: [id] })).toEqual([id]);
    await sweep(deps);
    expect(await Promise.all(keys.map(computeHash))).toEqual(before);
    expect(await current(deps, generation)).toMatchObject({ deleted_at: null, purged_at: null });
  });

  it('is purged after its time with files, posters and the uploads that only it used', async () => {
    const [generation, other] = [await made(), await made()];
    const own = await uploadUsedBy(generation, generation);
    const shared = await uploadUsedBy(generation, generation, other);
    const [doubtful] = await listOutputs(pool, generation.id);
    await pool.query(
      `insert into inspection (output_id, doubt, measured, frames) values ($1, 'blank', '{"spread": 20}', '\\x00')`,
      [doubtful?.id],
    );
    const inspections = async () => (await pool.query('select measured, frames from inspection')).rows;
    await trash(deps, generation);
    await age(generation, 4);
    await sweep(deps);
    expect((await inspections())[0]?.frames).not.toBeNull();
    expect(await removeFiles()).toBe(1);
    expect(await inspections()).toEqual([{ measured: { spread: 20 }, frames: null }]);
    expect(await Promise.all((await listKeys(generation)).map(isStored))).not.toContain(true);
    expect(await Promise.all((await listKeys(other)).map(isStored))).not.toContain(false);
    expect(await markRestored(pool, { userId: generation.user_id, ids: [generation.id] })).toEqual([]);
    expect(await findUpload(pool, shared.id)).toMatchObject({ used_at: expect.any(Date) });
    await pool.query("update upload set touched_at = now() - interval '25 hours'");
    await sweep(deps);
    expect([await isStored(own.key), await isStored(shared.key)]).toEqual([false, true]);
    // The row with its cost stays, and so does its receipt.
    expect(await current(deps, generation)).toMatchObject({
      status: 'completed',
      purged_at: expect.any(Date),
    });
    expect(await worker.deps.metrics.read()).toMatch(/atelier_trash_purged_total [1-9]/);
  });

  it('leaves nothing behind when a worker dies in the middle of an emptied trash', async () => {
    const mine = [await made(), await made()];
    const [first, second] = mine as [GenerationRow, GenerationRow];
    await pool.query('update generation set user_id = $1 where id = $2', [first.user_id, second.id]);
    await repairGenerationCounts(deps.db, first.user_id);
    const keys = [...(await listKeys(first)), ...(await listKeys(second))];
    await markTrashed(pool, {
      userId: first.user_id,
      ids: mine.map(({ id }) => id),
      hasFilesDeleted: true,
    });
    expect(await purgeOwnTrash(pool, { userId: first.user_id, limit: 10 })).toHaveLength(2);
    const { delete: remove } = deps.store;
    let left = 3;
    const dying = vi.spyOn(deps.store, 'delete').mockImplementation(async (key) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      await remove(key);
    });
    // The others are removed; the job reports that it has to come again.
    await expect(removeFiles()).rejects.toMatchObject({ code: 'unavailable' });
    dying.mockRestore();
    const stored = await Promise.all(keys.map(isStored));
    expect(stored.filter(Boolean)).toHaveLength(keys.length - 3);
    // The outbox sends the jobs again until each has removed its message.
    await drainOutbox(deps, 0);
    expect(await removeFiles()).toBe(2);
    expect(await removeFiles()).toBe(0);
    expect(await Promise.all(keys.map(isStored))).not.toContain(true);
    await pool.query('update generation set user_id = $1 where id = $2', [second.user_id, second.id]);
    for (const { user_id: userId } of mine) await repairGenerationCounts(deps.db, userId);
  });

  it('is purged with its answer, of which only the fact that there was one stays', async () => {
    const generation = await answered();
    const answer = () => listOutputs(pool, generation.id);
    await trash(deps, generation);
    await age(generation, 4);
    await sweep(deps);
    expect(await answer()).toMatchObject([{ text: 'A boat.' }]);
    expect(await removeFiles()).toBe(1);
    expect(await answer()).toMatchObject([{ text: '' }]);
    expect(await current(deps, generation)).toMatchObject({ status: 'completed', settled: generation.cost });
  });

  it('keeps its files at the end when its deletion asked for that', async () => {
    const generation = await made();
    const { id, user_id: userId } = generation;
    await markTrashed(pool, { userId, ids: [id], hasFilesDeleted: false });
    await age(generation, 4);
    await sweep(deps);
    expect(await current(deps, generation)).toMatchObject({ purged_at: expect.any(Date) });
    expect(await removeFiles()).toBe(0);
    expect(await Promise.all((await listKeys(generation)).map(isStored))).not.toContain(false);
  });

  it('keeps its files when a version without a trash asks for their removal', async () => {
    const generation = await made();
    await trash(deps, generation);
    await pool.query(
      `insert into outbox (key, topic, payload) values ('delete-files:' || $1::text, 'job',
         jsonb_build_object('name', 'delete-files', 'generationId', $1::text, 'run', 0))`,
      [generation.id],
    );
    expect(await removeFiles()).toBe(1);
    expect(await removeFiles()).toBe(0);
    expect(await Promise.all((await listKeys(generation)).map(isStored))).not.toContain(false);
  });
});
