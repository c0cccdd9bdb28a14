import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createRandom } from '../../testing/random.ts';
import { watched } from '../../testing/random-reservations.ts';
import { createUser, reserve } from '../../testing/samples.ts';
import { countsCheck } from '../checkpoints/ledger-check.ts';
import { markRestored, markTrashed } from '../trash/trash.ts';
import { repairGenerationCounts } from './generation-counts.ts';
import { readPlainPage } from './plain-lists.ts';

const db = await openTestDb(10);
afterAll(() => db.drop());
afterEach(() => vi.useRealTimers());

const count = 2_000;
const pageSize = 20;
const media = ['video', 'image'] as const;
let userId: string;

/** Made an hour and more ago, two at each time, each second one an image. */
beforeEach(async () => {
  userId = await createUser(db, 100_000);
  await db.asOwner(
    `insert into generation (id, user_id, kind, medium, status, prompt, model, input, cost, settled, stage,
                             expected_seconds, provider_endpoint, created_at, next_check_at, deadline_at, finished_at)
     select gen_random_uuid(), $1, 'text-to-video', ($3::text[])[1 + n % 2], 'completed', 'A boat', 'wan-t2v', '{}', 300, 300,
            'done', 60, 'fal-ai/wan-t2v', now() - interval '2 hours' - n / 2 * interval '1 second', now(), now(), now()
       from generate_series(1, $2) n`,
    [userId, count, media],
  );
  await repairGenerationCounts(db, userId);
});

type List = { medium: (typeof media)[number] | undefined; page: number };

async function listIds({ medium, page }: List): Promise<string[]> {
  const rows = await db.asOwner<{ id: string }>(
    `select id from generation where user_id = $1 and deleted_at is null and ($2::text is null or medium = $2)
      order by created_at desc, id desc limit $3 offset $4`,
    [userId, medium ?? null, pageSize, (page - 1) * pageSize],
  );
  return rows.map(({ id }) => id);
}

/** The ids of a page, and the names of the statements that read it. */
async function read({ medium, page }: List): Promise<{ ids: string[]; total: number; names: string[] }> {
  const { on, names } = watched(db);
  const { found, counts } = await readPlainPage(
    { pool: on, pageAnchors: db.pageAnchors },
    { userId, medium },
    { page, pageSize },
  );
  return { ids: found.map(({ generation }) => generation.id), total: counts.total, names };
}

const all = (page: number): List => ({ medium: undefined, page });
const trash = (ids: readonly string[]) => markTrashed(db.pool, { userId, ids, hasFilesDeleted: false });

describe('a deep page', () => {
  it('is read from the newest once; it, the next one and the one before are then read from there', async () => {
    expect((await read(all(70))).names).toEqual(['list-page']);
    for (const page of [70, 71, 72, 90, 72, 71]) {
      const { ids, names } = await read(all(page));
      expect(names).toEqual(['list-page-from']);
      expect(ids).toEqual(await listIds(all(page)));
    }
    expect((await read({ medium: 'image', page: 40 })).names).toEqual(['list-page-of-medium']);
    expect((await read({ medium: 'image', page: 41 })).names).toEqual(['list-page-from-of-medium']);
  });

  it('has what is there after generations were deleted and restored, below it and above', async () => {
    await read(all(70));
    for (const page of [10, 90]) {
      const ids = (await listIds(all(page))).slice(0, 7);
      for (const [move, total] of [
        [() => trash(ids), count - ids.length],
        [() => markRestored(db.pool, { userId, ids }), count],
      ] as const) {
        await move();
        const found = await read(all(70));
        expect(found).toMatchObject({ ids: await listIds(all(70)), total });
        expect(found.names.at(-1)).toBe('list-page');
        expect((await read(all(71))).names).toEqual(['list-page-from']);
      }
    }
  });

  it('has what is there after a process of an older version deleted generations, which does not count the move', async () => {
    await read(all(70));
    const ids = (await listIds(all(90))).slice(0, 5);
    await db.pool.query(
      `with moved as (update generation set deleted_at = now() where id = any($1) returning user_id, medium)
       update credit_account a
          set video_count = video_count - (select count(*) from moved where medium = 'video'),
              image_count = image_count - (select count(*) from moved where medium = 'image')
        where user_id = (select distinct user_id from moved)`,
      [ids],
    );
    expect(await read(all(70))).toMatchObject({ ids: await listIds(all(70)), total: count - ids.length });
    expect((await db.ledgerProblems()).filter(({ check }) => check === countsCheck)).toEqual([]);
  });

  it('has what is there after the generation where it began was deleted', async () => {
    const { ids } = await read(all(70));
    await trash(ids.slice(0, 1));
    expect((await read(all(70))).ids).toEqual(await listIds(all(70)));
  });

  it('has what is there after generations were added, which move it', async () => {
    await read(all(70));
    for (let added = 0; added < 3; added += 1) {
      await reserve(db, userId, { costCredits: 1 });
      for (const page of [70, 71]) expect((await read(all(page))).ids).toEqual(await listIds(all(page)));
    }
  });

  it('has what is there after a count was wrong and set right', async () => {
    await db.asOwner('update credit_account set video_count = video_count + 3 where user_id = $1', [userId]);
    await read(all(70));
    await repairGenerationCounts(db, userId);
    expect(await read(all(71))).toMatchObject({ ids: await listIds(all(71)), total: count });
  });

  it('is read from the newest again after ten minutes, however often it was read from a place since', async () => {
    const now = Date.now();
    await read(all(70));
    for (const [minutes, name] of [
      [6, 'list-page-from'],
      [9, 'list-page-from'],
      [11, 'list-page'],
      [12, 'list-page-from'],
    ] as const) {
      vi.useFakeTimers({ now: now + minutes * 60_000, toFake: ['Date'] });
      expect([minutes, (await read(all(71))).names]).toEqual([minutes, [name]]);
    }
  });

  it('is not read from a generation of the last hour, before which others may still come', async () => {
    await db.asOwner(
      `update generation set created_at = created_at + interval '80 minutes' where user_id = $1`,
      [userId],
    );
    await read(all(70));
    expect((await read(all(71))).names).toEqual(['list-page']);
  });

  it('past the end is empty, with the total', async () => {
    await read(all(100));
    expect(await read(all(101))).toMatchObject({ ids: [], total: count });
  });
});

it('pages in any order are what is there, while generations are added, deleted and restored in between', {
  timeout: 60_000,
  tags: 'random',
}, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  console.info(`list places: seed ${seed}`);
  const random = createRandom(seed);
  const trashed: string[] = [];
  const used = new Map<string, number>();
  for (let round = 0; round < 300; round += 1) {
    const act = random.below(12);
    if (act === 0) await reserve(db, userId, { costCredits: 1, medium: media[random.below(2)] ?? 'video' });
    if (act === 1) trashed.push(...(await trash((await listIds(all(1 + random.below(95)))).slice(0, 3))));
    if (act === 2) await markRestored(db.pool, { userId, ids: trashed.splice(0, 2) });
    const list: List = { medium: [undefined, ...media][random.below(3)], page: 26 + random.below(70) };
    const { ids, names } = await read(list);
    expect([round, list, ids]).toEqual([round, list, await listIds(list)]);
    for (const name of names) used.set(name, (used.get(name) ?? 0) + 1);
  }
  expect(used.get('list-page-from')).toBeGreaterThan(10);
  expect(used.get('list-page-from-of-medium')).toBeGreaterThan(10);
});

it('a page is one piece of the list while generations are deleted and restored at the same time', async () => {
  const list = all(80);
  const order = (
    await db.asOwner<{ id: string }>(
      'select id from generation where user_id = $1 order by created_at desc, id desc',
      [userId],
    )
  ).map(({ id }) => id);
  // All of them at once, so the page has one of two places; those below it change the place where it begins.
  const moved = [...order.slice(100, 110), ...order.slice(1_800, 1_810)];
  const [shown, hidden] = [order, order.filter((id) => !moved.includes(id))].map((ids) =>
    ids.slice(79 * pageSize, 80 * pageSize).join(),
  );
  const seen = new Set<string>();
  let isOver = false;
  const moving = (async () => {
    for (let round = 0; round < 40; round += 1) {
      await trash(moved);
      await markRestored(db.pool, { userId, ids: moved });
    }
    isOver = true;
  })();
  const reading = Array.from({ length: 4 }, async () => {
    while (!isOver) seen.add((await read(list)).ids.join());
  });
  await Promise.all([moving, ...reading]);
  expect([...seen].filter((ids) => ids !== shown && ids !== hidden)).toEqual([]);
  expect(seen.size).toBe(2);
}, 60_000);
