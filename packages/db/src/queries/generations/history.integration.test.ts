import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DB } from '../../schema.gen.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createUser, newOutput, reserve } from '../../testing/samples.ts';
import { repairGenerationCounts } from '../library/generation-counts.ts';
import { countLibraryDays } from '../library/library-days.ts';
import { countLibraryFacets } from '../library/library-facets.ts';
import type { LibraryFilter } from '../library/library-filter.ts';
import { listLibraryPage, type WalkFrom, walkLibrary } from '../library/list-library.ts';
import { purgeOwnTrash } from '../trash/purge.ts';
import { markTrashed } from '../trash/trash.ts';
import { markVisibility } from './change-generation.ts';
import {
  getOwnGeneration,
  listNewestGenerations,
  listRunningGenerations,
  withOutputs,
} from './generations.ts';
import { listOutbox } from './outbox.ts';
import { findMediaAccess, insertOutput, listOutputFiles, listOutputs } from './outputs.ts';

const db = await openTestDb();
afterAll(() => db.drop());

type Statement = { sql: string; parameters: readonly unknown[]; isNamed: boolean };
let statements: Statement[] = [];
/** The same database, with every statement noted. */
const watched = {
  ...db,
  pool: new Proxy(db.pool, {
    get: (pool, name) => (name === 'query' ? noteNamed : Reflect.get(pool, name, pool)),
  }),
  kysely: new Kysely<DB>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) =>
      void statements.push({ sql: query.sql, parameters: query.parameters, isNamed: false }),
  }),
};

function noteNamed(query: pg.QueryConfig & { text: string }) {
  statements.push({ sql: query.text, parameters: query.values ?? [], isNamed: true });
  return db.pool.query(query);
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };

/** Every node of the plans of what `run` asks, as `Seq Scan on generation` or `Index Scan with its_index`. */
async function listPlans(run: () => Promise<unknown>): Promise<string[]> {
  statements = [];
  await run();
  const names = await Promise.all(
    statements.map(async ({ sql, parameters, isNamed }) => [
      ...(await explain(sql, parameters)),
      // A connection that has run a named statement five times may plan it for any values.
      ...(isNamed ? await explain(sql) : []),
    ]),
  );
  return names.flat(2);
}

/** Returns the plan for these values, or without them the plan for any. */
async function explain(sql: string, values?: readonly unknown[]): Promise<string[]> {
  const { rows } = values
    ? await db.pool.query(`explain (format json) ${sql}`, [...values])
    : await db.pool.query(`explain (format json, generic_plan) ${sql}`);
  const nodes = (plan: Plan): string[] => [
    plan['Index Name']
      ? `${plan['Node Type']} with ${plan['Index Name']}`
      : `${plan['Node Type']} on ${plan['Relation Name'] ?? ''}`,
    ...(plan.Plans ?? []).flatMap(nodes),
  ];
  return nodes(rows[0]['QUERY PLAN'][0].Plan);
}

let owner: string;
const day = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  owner = await createUser(db, 1_000);
  const others = await Promise.all(Array.from({ length: 9 }, () => createUser(db)));
  await db.asOwner(
    `insert into generation (id, user_id, kind, medium, status, prompt, model, input, cost, settled, stage, expected_seconds,
                             provider_endpoint, created_at, next_check_at, deadline_at, finished_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % 10], 'text-to-video', (array['video', 'image'])[1 + n / 10 % 2], 'completed',
            'A ' || (array['paper boat', 'red fox', 'lighthouse', 'snail'])[1 + n / 20 % 4] || ' number ' || n,
            'wan-t2v', '{}', 300, 300, 'done', 60, 'fal-ai/wan-t2v', now() - make_interval(mins => n), now(), now(), now()
       from generate_series(1, 20000) n`,
    [[owner, ...others]],
  );
  for (const userId of [owner, ...others]) await repairGenerationCounts(db, userId);
  await db.asOwner('analyze generation');
});

type Narrowed = Partial<LibraryFilter> & { userId: string; page?: number };

const toScope = ({ userId, page: _page, ...filter }: Narrowed) => ({
  userId,
  filter: { search: '', zone: 'UTC', ...filter },
});
const list = (on: typeof db, wanted: Narrowed) =>
  listLibraryPage(on, toScope(wanted), { page: wanted.page ?? 1, pageSize: 10 });
/** Page 60 after page 59, from where that one began. */
async function nextPage(narrowed: Partial<LibraryFilter>) {
  await list(db, { userId: owner, ...narrowed, page: 59 });
  await list(watched, { userId: owner, ...narrowed, page: 60 });
  expect(statements.map(({ sql }) => sql).join()).toContain('(created_at, id) <=');
}
/** Walks from the middle of what the owner has. */
async function walkFrom(from: keyof WalkFrom | undefined, narrowed: Partial<LibraryFilter>) {
  const middle = await list(db, { userId: owner, page: 50 });
  const place = from === 'on' ? day : middle.found[0]?.generation.id;
  statements = [];
  return walkLibrary(watched, toScope({ userId: owner, ...narrowed }), {
    ...(from && { [from]: place }),
    limit: 60,
  });
}

const video = { media: ['video' as const] };
const image = { media: ['image' as const] };
const everyFilter = {
  modes: ['text-to-image'],
  models: ['sd35'],
  sizes: [{ width: 1_024, height: 768 }],
  from: { moment: new Date(0) },
  to: { moment: new Date() },
  isFavorite: true,
  tags: ['night'],
};

describe('the lists, with 20,000 generations of ten users', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a page of all', () => list(watched, { userId: owner })],
    ['page 50 of all', () => list(watched, { userId: owner, page: 50 })],
    ['page 60 of all, after page 59', () => nextPage({})],
    ['page 60 of videos, after page 59', () => nextPage(video)],
    ['a search in all', () => list(watched, { userId: owner, search: 'lighthouse' })],
    ['a page of videos', () => list(watched, { userId: owner, ...video })],
    ['page 50 of videos', () => list(watched, { userId: owner, ...video, page: 50 })],
    ['a search for videos', () => list(watched, { userId: owner, ...video, search: 'lighthouse' })],
    ['a search for two letters', () => list(watched, { userId: owner, ...video, search: 'fo' })],
    ['a search for images', () => list(watched, { userId: owner, ...image, search: 'fox' })],
    ['a search for answers', () => list(watched, { userId: owner, media: ['text'], search: 'fox' })],
    ['images with every filter', () => list(watched, { userId: owner, ...image, ...everyFilter })],
    ['a page of two media', () => list(watched, { userId: owner, media: ['video', 'image'] })],
    ...(['before', 'after', 'on', undefined] as const).flatMap((from) =>
      [{}, video, { isFavorite: false }].map((narrowed): [string, () => Promise<unknown>] => [
        `a walk ${from === undefined ? 'from the newest' : `${from} one`}, ${JSON.stringify(narrowed)}`,
        () => walkFrom(from, narrowed),
      ]),
    ),
    ['the days', () => countLibraryDays(watched, toScope({ userId: owner }))],
    ['the facets', () => countLibraryFacets(watched, toScope({ userId: owner }))],
    [
      'the newest of a medium',
      () => listNewestGenerations(watched, { userId: owner, medium: 'video', limit: 20 }),
    ],
    ['the newest of all', () => listNewestGenerations(watched, { userId: owner, limit: 20 })],
  ])('never reads the whole table for %s', async (_what, run) => {
    const nodes = await listPlans(run);
    expect(nodes.join('; ')).toMatch(/generation_(history|library|search|newest|favorite)/);
    expect(nodes.filter((node) => /Seq Scan on (generation|output)/.test(node))).toEqual([]);
  });

  it('finds what a search means when it is walked', async () => {
    const walked = await walkLibrary(db, toScope({ userId: owner, search: 'red fox' }), { limit: 60 });
    expect(walked.found).toHaveLength(60);
    for (const { generation } of walked.found) expect(generation.prompt).toContain('red fox');
  });

  it('does not sort all generations of a user to show the newest', async () => {
    for (const medium of ['video', undefined] as const) {
      const nodes = await listPlans(() =>
        listNewestGenerations(watched, { userId: owner, medium, limit: 20 }),
      );
      expect(nodes.filter((node) => node.includes('Sort'))).toEqual([]);
    }
  });

  it('finds what runs, what is due and typical times by their indexes', async () => {
    const running = `select * from generation where user_id = $1 and status in ('pending', 'processing') and deleted_at is null
                      order by created_at desc, id desc limit 100`;
    const due = `select id from generation where status in ('pending', 'processing') and next_check_at < now()
                  order by next_check_at limit 200 for update skip locked`;
    const typical = `select finished_at from generation where kind = $1 and status = 'completed'
                        and finished_at is not null order by finished_at desc limit 50`;
    // Either of the two small indexes of what runs will do while next to nothing runs.
    expect((await explain(running, [owner])).join()).toMatch(/generation_(running|due)/);
    expect((await explain(due, [])).join()).toMatch(/generation_(running|due)/);
    expect((await explain(typical, ['text-to-video'])).join()).toContain('generation_ended');
  });
});

describe('a page of the library', () => {
  it('pages newest first, with the total', async () => {
    const first = await list(db, { userId: owner, ...video });
    const second = await list(db, { userId: owner, ...video, page: 2 });
    expect(first.total).toBe(1_000);
    expect(first.found).toHaveLength(10);
    const times = [...first.found, ...second.found].map(({ generation }) => generation.created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set([...first.found, ...second.found].map(({ generation }) => generation.id)).size).toBe(20);
    const beyond = await list(db, { userId: owner, ...video, page: 101 });
    expect(beyond).toEqual({ found: [], total: 1_000 });
  });

  it('finds what a search means literally, in any case', async () => {
    const userId = await createUser(db, 3_000);
    for (const prompt of [
      '100% wool',
      '100 sheep',
      'snake_case',
      'snakeXcase',
      'back\\slash',
      'EMOJI 🦊 fox',
    ]) {
      await reserve(db, userId, { prompt });
    }
    const found = async (search: string) =>
      (await list(db, { userId, ...video, search })).found.map(({ generation }) => generation.prompt).sort();
    expect(await found('100%')).toEqual(['100% wool']);
    expect(await found('%')).toEqual(['100% wool']);
    expect(await found('_')).toEqual(['snake_case']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('emoji 🦊')).toEqual(['EMOJI 🦊 fox']);
    expect(await found("' or 1=1--")).toEqual([]);
  });
});

describe('a search in Chinese', () => {
  const prompts = ['雨夜的霓虹街道', '月光下的海滩', '城市屋顶上的舞者 AI', '星云中的飞行 Łódź'];
  let reader: string;
  beforeAll(async () => {
    reader = await createUser(db);
    await db.asOwner(
      `insert into generation (id, user_id, kind, medium, status, prompt, model, input, cost, settled, stage, expected_seconds,
                               provider_endpoint, created_at, next_check_at, deadline_at, finished_at)
       select gen_random_uuid(), $1, 'text-to-video', 'video', 'completed', ($2::text[])[1 + n % 4] || ' ' || n,
              'wan-t2v', '{}', 300, 300, 'done', 60, 'fal-ai/wan-t2v', now(), now(), now(), now()
         from generate_series(1, 4000) n`,
      [reader, prompts],
    );
    await db.asOwner('vacuum analyze generation');
  });

  it.each([
    ['街道', 1_000],
    ['霓虹街道', 1_000],
    ['舞', 1_000],
    ['舞者 ai', 1_000],
    ['ŁÓDŹ', 1_000],
    ['的', 4_000],
    ['道街', 0],
    ['飞行 łódź 3', 279],
  ])('finds "%s" and reads nothing else', async (search, found) => {
    const nodes = await listPlans(() => list(watched, { userId: reader, ...video, search }));
    expect(nodes.filter((node) => node.includes('Seq Scan'))).toEqual([]);
    if (found < 4_000) expect(nodes.join('; ')).toMatch(/generation_search/);
    expect((await list(db, { userId: reader, ...video, search })).total).toBe(found);
  });

  it('needs no trigrams: its index alone knows which prompts may have the words', async () => {
    const [row] = await db.asOwner<{ parts: string[] }>(`select search_pairs('Ab 雨夜c') as parts`);
    expect(row?.parts.sort()).toEqual([' 雨', '雨', '雨夜', '夜', '夜c'].sort());
    expect(await db.asOwner(`select search_pairs('plain') as parts`)).toEqual([{ parts: [] }]);
  });
});

describe('a generation', () => {
  it('belongs to its owner alone, and is gone once it was deleted', async () => {
    const [mine, theirs] = [await createUser(db, 300), await createUser(db)];
    const { id } = await reserve(db, mine);
    const missing = { code: 'not_found' };
    await expect(getOwnGeneration(db.pool, id, theirs)).rejects.toMatchObject(missing);
    expect(await markVisibility(db, { id, userId: theirs, isPublic: true })).toBeUndefined();
    const deletion = { ids: [id], hasFilesDeleted: false };
    expect(await markTrashed(db.pool, { ...deletion, userId: theirs })).toEqual([]);
    expect(await listRunningGenerations(db.pool, mine)).toHaveLength(1);
    expect(await markTrashed(db.pool, { ...deletion, userId: mine })).toEqual([id]);
    expect(await markTrashed(db.pool, { ...deletion, userId: mine })).toEqual([]);
    await expect(getOwnGeneration(db.pool, id, mine)).rejects.toMatchObject(missing);
    expect(await listRunningGenerations(db.pool, mine)).toEqual([]);
  });

  it('keeps one output per position, and says who may read its files', async () => {
    const mine = await createUser(db, 300);
    const { id } = await reserve(db, mine, { prompt: 'A boat' });
    const first = newOutput(id, 0);
    expect(await insertOutput(db.pool, first)).toBe(true);
    expect(
      await insertOutput(db.pool, { ...newOutput(id, 0), storage_key: 'other', poster_key: 'another' }),
    ).toBe(false);
    expect(await listOutputs(db.pool, id)).toMatchObject([first]);
    expect(await listOutputFiles(db.pool, id)).toEqual([first.storage_key, first.poster_key]);
    const access = { owner_id: mine, is_public: false, is_checked: true, name_prompt: 'A boat' };
    expect(await findMediaAccess(db.pool, first.storage_key)).toEqual({
      ...access,
      content_type: 'video/mp4',
    });
    expect(await findMediaAccess(db.pool, first.poster_key)).toEqual({
      ...access,
      content_type: 'image/webp',
    });
    await markVisibility(db, { id, userId: mine, isPublic: true });
    expect(await findMediaAccess(db.pool, first.storage_key)).toMatchObject({ is_public: true });
    await markTrashed(db.pool, { ids: [id], userId: mine, hasFilesDeleted: true });
    expect(await findMediaAccess(db.pool, first.storage_key)).toMatchObject({
      owner_id: mine,
      is_public: false,
    });
    expect((await listOutbox(db.pool, 0)).map((row) => row.key)).not.toContain(`delete-files:${id}`);
    await purgeOwnTrash(db.pool, { userId: mine, limit: 1 });
    expect((await listOutbox(db.pool, 0)).map((row) => row.key)).toContain(`delete-files:${id}`);
    expect(await findMediaAccess(db.pool, first.storage_key)).toBeUndefined();
  });

  it('shows its outputs only when it has ended', async () => {
    const running = await reserve(db, await createUser(db, 300));
    await insertOutput(db.pool, newOutput(running.id, 0));
    const [shown] = await withOutputs(db.pool, [running]);
    expect(shown?.outputs).toEqual([]);
    const [ended] = await withOutputs(db.pool, [{ ...running, finished_at: new Date() }]);
    expect(ended?.outputs).toHaveLength(1);
  });
});
