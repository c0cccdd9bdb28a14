import {
  archiveGenerations as archiveBatch,
  findLedgerProblems,
  type GenerationRow,
  listTakeOutDeleted,
  markGenerationEnded,
  markRestored,
} from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sweep } from '../sweeper/sweep.ts';
import { current, order, trash } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { archiveGenerations } from './archive-generations.ts';

const worker = await openTestWorker({ env: { TRASH_DAYS: '3', ARCHIVE_DAYS: '7' } });
const { deps } = worker;
const { pool } = deps.db;
afterEach(async () => expect(await findLedgerProblems(pool)).toEqual([]));
afterAll(() => worker.close());

/** An ended generation that was deleted some days ago. */
async function deleted(days: number): Promise<GenerationRow> {
  const input = { num_images: 2, image_size: 'square' };
  const generation = await order(deps, { kind: 'flux-schnell', prompt: 'A harbour', input });
  const { id: generationId, cost: chargeCredits } = generation;
  await markGenerationEnded(pool, { generationId, status: 'completed', chargeCredits, error: null });
  await trash(deps, generation);
  await pool.query('update generation set deleted_at = now() - make_interval(days => $2) where id = $1', [
    generationId,
    days,
  ]);
  return generation;
}

const readInput = async (generation: GenerationRow) => (await current(deps, generation)).input;
const events = async () =>
  (await pool.query(`select actor, details from audit_event where name = 'generations_archived' order by id`))
    .rows;

describe('a generation that was deleted more than ARCHIVE_DAYS ago', () => {
  it('loses its input once it has left the trash, and nothing else, with an event in the audit log', async () => {
    const [old, young] = [await deleted(8), await deleted(6)];
    await sweep(deps);
    const before = await current(deps, old);
    await archiveGenerations(deps);
    expect(await current(deps, old)).toEqual({ ...before, input: {} });
    expect(await readInput(young)).toMatchObject({ num_images: 2 });
    expect(await events()).toEqual([{ actor: 'system', details: { generations: 1, deleted_days_ago: 7 } }]);
    // There is nothing more to do, and nothing more to record.
    await archiveGenerations(deps);
    expect(await events()).toHaveLength(1);
    // It is still in its owner's copy of their data, with what it cost.
    const scope = { userId: old.user_id, until: new Date() };
    const [archived] = await listTakeOutDeleted(pool, scope, { after: undefined, limit: 10 });
    expect(archived).toMatchObject({ id: old.id, prompt: 'A harbour', input: {}, settled: old.cost });
  });

  it('keeps its input while it is in the trash, however long that is, so that it is restored as it was', async () => {
    const generation = await deleted(90);
    await archiveGenerations(deps);
    await markRestored(pool, { userId: generation.user_id, ids: [generation.id] });
    expect(await readInput(generation)).toMatchObject({ num_images: 2, image_size: 'square' });
  });

  it('is processed in batches, by several processes at once, each generation and event once', async () => {
    const before = (await events()).length;
    const all: GenerationRow[] = [];
    for (let made = 0; made < 7; made += 1) all.push(await deleted(8));
    await sweep(deps);
    await Promise.all(Array.from({ length: 3 }, () => archiveGenerations(deps, { batchSize: 2 })));
    await archiveGenerations(deps);
    for (const generation of all) expect(await readInput(generation)).toEqual({});
    const counts = (await events()).slice(before).map(({ details }) => details.generations as number);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7);
  });

  it('is left to the next run when the process has to stop', async () => {
    const generation = await deleted(8);
    await sweep(deps);
    await archiveGenerations(deps, { signal: AbortSignal.abort() });
    expect(await readInput(generation)).toMatchObject({ num_images: 2 });
    await archiveGenerations(deps);
    expect(await readInput(generation)).toEqual({});
  });

  it('is found in an index that holds nothing else', async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from generation where purged_at is not null and input <> '{}'
          and deleted_at < now() - interval '7 days' order by deleted_at limit 10`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('generation_archive_due');
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await archiveBatch(pool, { days: 7, limit: 10 })).toBe(0);
  });
});
