import { changeLibrary, type Db, markRestored, markTrashed, purgeOwnTrash } from '@atelier/db';
import pg from 'pg';
import { liveGeneration } from '../harness/live-generation.ts';
import { openHistory } from '../harness/open-history.ts';
import { forEachInParallel } from '../measure/call-in-parallel.ts';
import type { Finding, Scenario } from '../scenario.ts';

/** A day of a product that has filled the table in a month. */
const daysOfTable = 30;
const full = { generations: 1_000_000, ownedByEach: 100_000 };
const small = { generations: 20_000, ownedByEach: 2_000 };
const atATime = 16;
const sampleMs = 500;
const tables = ['generation', 'output', 'credit_account', 'outbox'] as const;
const watchedViews = ['videos, page 1', 'library, the newest, by cursor'];

type Sizes = { rows: number; table: number; indexes: number };
type Activity = { dead: number; updated: number; hot: number; vacuums: number };

export const churnScenario: Scenario = {
  id: 'P23',
  title: 'a day of a product with 1,000,000 generations, as fast as it goes, with vacuum',
  isPerBackend: false,
  async run(context) {
    const size = context.isQuick ? small : full;
    const history = await openHistory(context, size);
    const { harness, others } = history;
    const owner = new pg.Client({ connectionString: harness.stack.adminUrl });
    await owner.connect();
    context.resources.defer(() => owner.end());
    await owner.query("set maintenance_work_mem = '1GB'");
    // A minute between two rounds of the day would be most of the run.
    await owner.query("alter system set autovacuum_naptime = '1s'");
    await owner.query('select pg_reload_conf()');

    const views = history.views.filter(({ name }) => watchedViews.includes(name));
    const before: number[] = [];
    for (const view of views) before.push((await history.time(view)).p50Ms);
    const sizesBefore = await readSizes(owner);
    const kept = await listKept(owner);
    const count = Math.round(size.generations / daysOfTable);
    const most = watchDead(owner);
    const startedAt = performance.now();
    await forEachInParallel(Array.from({ length: count }), atATime, (_, index) => {
      const userId = others[index % others.length] ?? '';
      return liveDay(harness.db, userId, index, kept.get(userId) ?? []);
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    context.print(`${count} generations from reservation to end in ${Math.round(seconds)} s`);
    const dead = await most.end();
    const pages: Finding[] = [];
    for (const [place, view] of views.entries())
      pages.push(comparePage(view.name, (await history.time(view)).p50Ms, before[place] ?? Number.NaN));
    return {
      findings: [
        { what: 'generations, from reservation to end', measured: { value: count / seconds, unit: '/s' } },
        ...(await compareTables(owner, sizesBefore, dead)),
        ...pages,
      ],
      notes: [
        'With every tenth an older record gets a favorite mark and a tag, with every twentieth one goes to the trash, half of',
        'them for good. Dead rows as PostgreSQL counts them, read twice a second.',
        'Of the indexes: their size after the day, against that of the same indexes rebuilt.',
      ],
    };
  },
};

/** One new generation, and what its user does with older ones meanwhile. */
async function liveDay(db: Db, userId: string, index: number, kept: readonly string[]): Promise<void> {
  await liveGeneration(db, userId, index);
  const id = kept[Math.floor(index / 1_000) % kept.length];
  if (id === undefined) return;
  const ids = [id];
  if (index % 10 === 0)
    await changeLibrary(db.pool, { userId, ids, isFavorite: true, addTags: [`day ${index % 7}`] });
  if (index % 20 !== 1) return;
  await markTrashed(db.pool, { userId, ids, hasFilesDeleted: true });
  if (index % 40 === 1) await purgeOwnTrash(db.pool, { userId, ids, limit: 1 });
  else await markRestored(db.pool, { userId, ids });
}

/** Up to 50 of each user's generations, from all over the table. */
async function listKept(owner: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<{ user_id: string; ids: string[] }>(
    `select user_id, (array_agg(id order by md5(id::text)))[1:50] as ids from generation group by user_id`,
  );
  return new Map(rows.map(({ user_id, ids }) => [user_id, ids]));
}

async function readSizes(owner: pg.Client): Promise<Map<string, Sizes>> {
  const sizes = new Map<string, Sizes>();
  for (const table of tables) {
    const { rows } = await owner.query<Record<keyof Sizes, string>>(
      `select (select count(*) from ${table}) as rows, pg_table_size('${table}') as table,
              pg_indexes_size('${table}') as indexes`,
    );
    const [row] = rows;
    sizes.set(table, {
      rows: Number(row?.rows),
      table: Number(row?.table),
      indexes: Number(row?.indexes),
    });
  }
  return sizes;
}

async function readActivity(owner: pg.Client): Promise<Map<string, Activity>> {
  const { rows } = await owner.query<Record<keyof Activity, string> & { name: string }>(
    `select relname as name, n_dead_tup as dead, n_tup_upd as updated, n_tup_hot_upd as hot,
            autovacuum_count as vacuums
       from pg_stat_user_tables where schemaname = 'public' and relname = any($1)`,
    [[...tables]],
  );
  return new Map(
    rows.map(({ name, dead, updated, hot, vacuums }) => [
      name,
      { dead: Number(dead), updated: Number(updated), hot: Number(hot), vacuums: Number(vacuums) },
    ]),
  );
}

/** Notes the most dead rows that each table has at any moment until `end`. */
function watchDead(owner: pg.Client): { end(): Promise<Map<string, number>> } {
  const most = new Map<string, number>();
  const sample = async () => {
    for (const [table, { dead }] of await readActivity(owner))
      most.set(table, Math.max(dead, most.get(table) ?? 0));
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(sample);
  }, sampleMs);
  return {
    async end() {
      clearInterval(timer);
      await last;
      await sample();
      return most;
    },
  };
}

async function compareTables(
  owner: pg.Client,
  before: ReadonlyMap<string, Sizes>,
  dead: ReadonlyMap<string, number>,
): Promise<Finding[]> {
  const after = await readSizes(owner);
  const activity = await readActivity(owner);
  for (const table of tables.filter(isGrowing)) await owner.query(`reindex table ${table}`);
  const rebuilt = await readSizes(owner);
  return tables.flatMap((table) => {
    const [was, is, fresh] = [before.get(table), after.get(table), rebuilt.get(table)];
    const done = activity.get(table);
    if (!was || !is || !fresh || !done) throw new Error(`Nothing is known of ${table}`);
    return [
      { what: `${table}, most dead rows`, measured: { value: dead.get(table) ?? 0, unit: 'rows' as const } },
      { what: `${table}, rounds of vacuum`, measured: { value: done.vacuums, unit: 'jobs' as const } },
      {
        what: `${table}, updates in place`,
        measured: { value: done.hot, unit: 'rows' as const },
        reference: { what: 'updates', value: done.updated, unit: 'rows' as const },
      },
      ...(isGrowing(table) ? compareSizes(table, was, is, fresh) : []),
    ];
  });
}

function isGrowing(table: string): boolean {
  return table === 'generation' || table === 'output';
}

const megabyte = 1_000_000;

function compareSizes(table: string, was: Sizes, is: Sizes, fresh: Sizes): Finding[] {
  const ofRow = ({ table: bytes, indexes, rows }: Sizes) => (bytes + indexes) / rows;
  const grown = is.table + is.indexes - was.table - was.indexes;
  const megabytes = (bytes: number) => ({ value: bytes / megabyte, unit: 'MB' as const });
  return [
    {
      what: `${table}, growth for each new row`,
      measured: { value: grown / (is.rows - was.rows), unit: 'B' },
      reference: { what: 'an old row', value: ofRow(was), unit: 'B' },
    },
    {
      what: `${table}, table`,
      measured: megabytes(is.table),
      reference: { what: 'by its rows', ...megabytes(was.table * (is.rows / was.rows)) },
    },
    {
      what: `${table}, indexes`,
      measured: megabytes(is.indexes),
      reference: { what: 'rebuilt', ...megabytes(fresh.indexes) },
    },
  ];
}

function comparePage(name: string, afterMs: number, beforeMs: number): Finding {
  return {
    what: `${name}, p50 after the day`,
    measured: { value: afterMs, unit: 'ms' },
    reference: { what: 'before', value: beforeMs, unit: 'ms' },
  };
}
