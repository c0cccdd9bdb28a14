import { randomUUID } from 'node:crypto';
import { maxTags } from '@atelier/contract';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import * as generationCounts from '../../migrations/0057-record-counts.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createRandom } from '../../testing/random.ts';
import { createKey, createUser, newGeneration, reserve } from '../../testing/samples.ts';
import { returnDoubtful } from '../generations/doubts.ts';
import { endWaiting } from '../generations/end/end-waiting.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { markImages } from '../generations/image-marks.ts';
import { insertOutput } from '../generations/outputs.ts';
import { reserveGeneration } from '../generations/reserve/reserve-generation.ts';
import { repeatWhileLocked } from '../line/repeat-while-locked.ts';
import { startWaiting } from '../line/start-waiting.ts';
import { purgeOwnTrash } from '../trash/purge.ts';
import { markRestored, markTrashed } from '../trash/trash.ts';
import { changeLibrary } from './change-library.ts';
import { findGenerationCounts, repairGenerationCounts } from './generation-counts.ts';
import type { LibraryFilter } from './library-filter.ts';
import { listImagePage, listLibraryPage } from './list-library.ts';

const connections = 30;
const cost = 100;
const db = await openTestDb(connections);
afterAll(() => db.drop());
afterEach(async () => {
  expect(await db.ledgerProblems()).toEqual([]);
});

const selectCounts = async (userId: string) => {
  const { video, image, audio, text } = await findGenerationCounts(db.pool, userId);
  return [video, image, audio, text];
};
const readFavorites = async (userId: string) => (await findGenerationCounts(db.pool, userId)).image_favorites;
const trash = (userId: string, ids: readonly string[]) =>
  markTrashed(db.pool, { userId, ids, hasFilesDeleted: true });
const toScope = (userId: string, filter: Partial<LibraryFilter>) => ({
  userId,
  filter: { search: '', zone: 'UTC', ...filter },
});
const page = (userId: string, filter: Partial<LibraryFilter> = {}) =>
  listLibraryPage(db, toScope(userId, filter), { page: 1, pageSize: 10 });
const readImageTotals = async (userId: string, filter: Partial<LibraryFilter> = {}, number = 1) =>
  (await listImagePage(db, toScope(userId, filter), { page: number, pageSize: 10 })).totals;

async function asOwner(work: (owner: Kysely<unknown>) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: db.adminUrl, max: 1 });
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await work(owner);
  } finally {
    await owner.destroy();
  }
}

describe('the counts of generations', () => {
  it('follow submissions, the trash and what returns from it, each once', async () => {
    const userId = await createUser(db, 10_000);
    const ids: string[] = [];
    for (const medium of ['video', 'image', 'image', 'audio', 'text'] as const)
      ids.push((await reserve(db, userId, { medium, costCredits: cost })).id);
    expect(await selectCounts(userId)).toEqual([1, 2, 1, 1]);
    expect((await page(userId)).total).toBe(5);
    const [video = '', image = ''] = ids;
    await trash(userId, [video, image, image]);
    await trash(userId, [video]);
    expect(await selectCounts(userId)).toEqual([0, 1, 1, 1]);
    await markRestored(db.pool, { userId, ids: [video] });
    await markRestored(db.pool, { userId, ids: [video] });
    expect(await selectCounts(userId)).toEqual([1, 1, 1, 1]);
    await purgeOwnTrash(db.pool, { userId, limit: 10 });
    expect(await selectCounts(userId)).toEqual([1, 1, 1, 1]);
  });

  it('do not change when a submission is refused, or names a request that was answered', async () => {
    const userId = await createUser(db, 150);
    const idempotency = { key: randomUUID(), bodySha256: Buffer.alloc(32) };
    await reserve(db, userId, { costCredits: cost, idempotency });
    for (const more of [{}, { costCredits: 10, idempotency }])
      expect(await reserveGeneration(db.pool, newGeneration(userId, more))).toMatchObject({ ok: false });
    expect(await selectCounts(userId)).toEqual([1, 0, 0, 0]);
  });

  it('are the total of a page that nothing narrows, and of one of some media', async () => {
    const userId = await createUser(db, 10_000);
    for (const medium of ['video', 'video', 'image', 'text'] as const)
      await reserve(db, userId, { medium, costCredits: cost });
    await db.asOwner(
      'update credit_account set video_count = 20, image_count = 300, text_count = 4000 where user_id = $1',
      [userId],
    );
    expect((await page(userId)).total).toBe(4_320);
    expect((await page(userId, { media: ['video'] })).total).toBe(20);
    expect((await page(userId, { media: ['image', 'text'], tags: [], isFavorite: undefined })).total).toBe(
      4_300,
    );
    expect((await page(userId, { media: ['audio'] })).total).toBe(0);
    expect((await page(userId, { isFavorite: false })).total).toBe(4);
    expect((await page(userId, { media: ['video'], models: ['other'] })).total).toBe(0);
    expect((await page(userId, { projectId: null })).total).toBe(4);
    expect((await page(userId, { search: 'boat' })).total).toBe(4);
    await repairGenerationCounts(db, userId);
  });

  it('are counted for what is there when the schema gets them', async () => {
    const userId = await createUser(db, 10_000);
    const { id } = await reserve(db, userId, { costCredits: cost });
    await reserve(db, userId, { costCredits: cost });
    await reserve(db, userId, { costCredits: cost, medium: 'text' });
    await trash(userId, [id]);
    await asOwner(async (owner) => {
      await generationCounts.down(owner);
      await owner.transaction().execute(generationCounts.up);
    });
    expect(await selectCounts(userId)).toEqual([1, 0, 0, 1]);
  });

  it('have what images were charged, deleted ones included, which the daily check finds wrong and sets right', async () => {
    const userId = await createUser(db, 10_000);
    const ids: string[] = [];
    for (const medium of ['image', 'image', 'video'] as const)
      ids.push((await reserve(db, userId, { medium, costCredits: cost })).id);
    const [whole = '', partial = '', video = ''] = ids;
    const error = null;
    for (const [generationId, chargeCredits] of [
      [whole, cost],
      [partial, cost / 4],
      [video, cost],
    ] as const)
      await markGenerationEnded(db.pool, { generationId, status: 'completed', chargeCredits, error });
    const totals = { generated: 2, creditsUsed: cost * 1.25, favorites: 0 };
    expect(await readImageTotals(userId)).toEqual(totals);
    await markGenerationEnded(db.pool, {
      generationId: whole,
      status: 'completed',
      chargeCredits: cost,
      error,
    });
    await trash(userId, [whole]);
    expect(await readImageTotals(userId)).toEqual({ ...totals, generated: 1 });
    await db.asOwner('update credit_account set image_credits = 7 where user_id = $1', [userId]);
    expect(await db.ledgerProblems()).toMatchObject([
      { subject: userId, expected: '1/1/0/0/7', found: '1/1/0/0/125' },
    ]);
    await repairGenerationCounts(db, userId);
    expect(await readImageTotals(userId)).toEqual({ ...totals, generated: 1 });
  });

  it('have the favorites among images, whichever call marks them, through the trash and back', async () => {
    const userId = await createUser(db, 10_000);
    const ids: string[] = [];
    for (const medium of ['image', 'image', 'image', 'video'] as const)
      ids.push((await reserve(db, userId, { medium, costCredits: cost })).id);
    const [first = '', second = ''] = ids;
    const stranger = await createUser(db, 10_000);
    await markImages(db.pool, { userId: stranger, ids, isFavorite: true });
    await changeLibrary(db.pool, { userId: stranger, ids, isFavorite: true });
    expect([await readFavorites(userId), await readFavorites(stranger)]).toEqual([0, 0]);
    for (let call = 0; call < 2; call += 1) {
      await markImages(db.pool, { userId, ids: [first, first], isFavorite: true });
      expect(await readFavorites(userId)).toBe(1);
    }
    await markImages(db.pool, { userId, ids, tags: ['sea'] });
    await changeLibrary(db.pool, { userId, ids, addTags: ['boat'] });
    expect(await readFavorites(userId)).toBe(1);
    await changeLibrary(db.pool, { userId, ids, isFavorite: true });
    expect(await readFavorites(userId)).toBe(3);
    await trash(userId, [first, second]);
    expect(await readFavorites(userId)).toBe(1);
    await changeLibrary(db.pool, { userId, ids, isFavorite: false });
    expect(await readFavorites(userId)).toBe(0);
    await markRestored(db.pool, { userId, ids: [first] });
    expect(await readFavorites(userId)).toBe(1);
    await purgeOwnTrash(db.pool, { userId, limit: 10 });
    expect(await readFavorites(userId)).toBe(1);
    for (const filter of [{}, { isFavorite: false }, { search: 'nothing' }])
      for (const number of [1, 9])
        expect(await readImageTotals(userId, filter, number)).toMatchObject({ generated: 2, favorites: 1 });
  });

  it('do not count a generation that has too many tags to be marked', async () => {
    const userId = await createUser(db, 10_000);
    const { id } = await reserve(db, userId, { medium: 'image', costCredits: cost });
    const addTags = Array.from({ length: maxTags + 1 }, (_, index) => `tag ${index}`);
    const { full } = await changeLibrary(db.pool, { userId, ids: [id], isFavorite: true, addTags });
    expect([full, await readFavorites(userId)]).toEqual([[id], 0]);
  });

  it('have the favorites that a process of an older version marks, which keeps no count of them', async () => {
    const userId = await createUser(db, 10_000);
    const ids: string[] = [];
    for (const medium of ['image', 'image', 'image', 'video'] as const)
      ids.push((await reserve(db, userId, { medium, costCredits: cost })).id);
    await changeLibrary(db.pool, { userId, ids: ids.slice(0, 1), isFavorite: true });
    const markAsBefore = (isFavorite: boolean, marked: readonly string[]) =>
      db.pool.query('update generation set is_favorite = $1, revision = revision + 1 where id = any($2)', [
        isFavorite,
        marked,
      ]);
    await markAsBefore(true, ids);
    expect(await readImageTotals(userId)).toMatchObject({ generated: 3, favorites: 3 });
    expect(await readImageTotals(userId, { search: 'nothing' })).toMatchObject({ favorites: 3 });
    await markAsBefore(false, ids.slice(0, 2));
    expect(await readFavorites(userId)).toBe(1);
    expect((await page(userId, { media: ['image'], isFavorite: true })).total).toBe(1);
  });

  it('are counted again while generations are deleted and submitted', async () => {
    const userId = await createUser(db, 100_000);
    for (let round = 0; round < 20; round += 1) {
      const rows = await Promise.all(
        Array.from({ length: 6 }, () => reserve(db, userId, { costCredits: cost })),
      );
      await db.asOwner('update credit_account set video_count = 0, text_count = 7 where user_id = $1', [
        userId,
      ]);
      await Promise.all([
        ...rows.slice(0, 3).map(({ id }) => trash(userId, [id])),
        repairGenerationCounts(db, userId),
        reserve(db, userId, { costCredits: cost }),
        repairGenerationCounts(db, userId),
      ]);
      await repairGenerationCounts(db, userId);
      expect(await selectCounts(userId)).toEqual([(round + 1) * 4, 0, 0, 0]);
    }
  });
});

type Row = { id: string; status: string; is_deleted: boolean };

/** A deadlock is an error of the statement (40P01), which fails the test. */
it('the counts stay exact while everything that changes them happens at once, without a deadlock', {
  timeout: 180_000,
  tags: 'random',
}, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  console.info(`generation counts: seed ${seed}`);
  const random = createRandom(seed);
  const userId = await createUser(db, 10_000_000);
  const keys = [null, await createKey(db, userId), null];
  const maxRunning = 5;
  const submit = (retryOf?: string) =>
    reserveGeneration(
      db.pool,
      newGeneration(userId, {
        costCredits: cost,
        maxRunning,
        retryOf,
        apiKeyId: keys[random.below(3)] ?? null,
        medium: (['video', 'image', 'audio', 'text'] as const)[random.below(4)] ?? 'video',
        sources: retryOf ? [{ relation: 'settings', sourceId: retryOf }] : [],
      }),
    );
  const finish = async (id: string) => {
    const output = { id: randomUUID(), generation_id: id, position: 0, content_type: 'video/mp4' };
    const doubt = { fault: null, doubt: 'blank', measured: {}, frames: null };
    await insertOutput(db.pool, { ...output, storage_key: randomUUID() }, doubt);
    await markGenerationEnded(db.pool, {
      generationId: id,
      status: 'completed',
      chargeCredits: cost,
      error: null,
    });
    await startWaiting(db.pool, { userId, maxRunning });
  };
  const returnIt = (id: string) =>
    returnDoubtful(db, { id, user_id: userId, settled: cost }).catch((error) => {
      if (!['question_closed', 'return_limit'].includes(error.code)) throw error;
    });
  const mark = (ids: string[]) =>
    changeLibrary(db.pool, { userId, ids, isFavorite: random.below(2) === 0, addTags: ['sea'] });
  const markThem = (ids: string[]) => markImages(db.pool, { userId, ids, isFavorite: random.below(2) === 0 });
  const cancel = (ids: string[]) =>
    repeatWhileLocked(() => endWaiting(db.pool, { userId, ids, status: 'cancelled', error: null }));

  for (let round = 0; round < 25; round += 1) {
    const rows = await db.asOwner<Row>(
      'select id, status, deleted_at is not null as is_deleted from generation where user_id = $1 order by id desc limit 40',
      [userId],
    );
    const some = () => random.shuffle(rows.filter(() => random.below(3) === 0).map(({ id }) => id));
    const of = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => id);
    const acts = [
      ...Array.from({ length: 5 }, () => () => submit()),
      ...some()
        .slice(0, 3)
        .map((id) => () => submit(id)),
      ...of('pending').map((id) => () => finish(id)),
      ...of('completed')
        .slice(0, 2)
        .map((id) => () => returnIt(id)),
      () => cancel(of('waiting').slice(0, 3)),
      ...Array.from({ length: 3 }, () => () => trash(userId, some())),
      ...Array.from({ length: 3 }, () => () => markRestored(db.pool, { userId, ids: some() })),
      ...Array.from({ length: 3 }, () => () => mark(some())),
      ...Array.from({ length: 3 }, () => () => markThem(some())),
      () => purgeOwnTrash(db.pool, { userId, ids: some(), limit: 3 }),
      () => repairGenerationCounts(db, userId),
    ];
    await Promise.all(random.shuffle(acts).map((act) => act()));
  }
  const kept = await db.asOwner<{ medium: string; count: number; favorites: number }>(
    `select medium, count(*)::integer, (count(*) filter (where is_favorite))::integer as favorites
       from generation where user_id = $1 and deleted_at is null group by medium`,
    [userId],
  );
  const counts = await selectCounts(userId);
  expect(counts).toEqual(
    ['video', 'image', 'audio', 'text'].map((each) => kept.find(({ medium }) => medium === each)?.count ?? 0),
  );
  expect(Math.min(...counts)).toBeGreaterThan(0);
  const favorites = kept.find(({ medium }) => medium === 'image')?.favorites ?? 0;
  expect(await readFavorites(userId)).toBe(favorites);
  expect(favorites).toBeGreaterThan(0);
  expect((await page(userId)).total).toBe(counts.reduce((total, count) => total + count, 0));
});
