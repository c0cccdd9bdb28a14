import { repairGenerationCounts } from '@atelier/db';
import pg from 'pg';
import { type HistoryPage, readHistoryBaseline } from '../baselines/history-baseline.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { loadHttp } from '../measure/load-http.ts';
import { type Load, medianLoad } from '../measure/statistics.ts';
import type { Finding, ScenarioContext } from '../scenario.ts';
import { insertHistory, searches } from './insert-history.ts';
import { type BenchUser, insertUsers } from './insert-users.ts';
import { type Harness, openHarness } from './open-harness.ts';

export const callers = 4;
export const farPage = 500;
const otherUsers = 1_000;
/** Age of the day that is asked for, in the middle of an owner's history. */
const daysAgo = 15;

export type HistoryList = {
  name: string;
  path: string;
  medium?: HistoryPage['medium'];
  /** Whose it is, of the owners by the medium of all that they have. */
  owner: 'video' | 'image';
  pageSize: number;
  counts: HistoryPage['counts'];
};
const owners = ['video', 'image'] as const;
export const historyLists: readonly HistoryList[] = [
  {
    name: 'videos',
    path: '/api/video-generation/history',
    medium: 'video',
    owner: 'video',
    pageSize: 10,
    counts: 'total',
  },
  {
    name: 'images',
    path: '/api/image-generation/history',
    medium: 'image',
    owner: 'image',
    pageSize: 20,
    counts: 'totals',
  },
  { name: 'library', path: '/api/library', owner: 'image', pageSize: 50, counts: 'total' },
];

export type HistoryView = {
  list: HistoryList;
  name: string;
  query: HistoryPage;
  path: string;
  /** Each call asks for the next page, of so many. */
  walksPages?: number;
  cookie: string;
};
export type MeasuredView = { view: HistoryView; http: Load; sql: Load };

export type FilledHistory = {
  harness: Harness;
  /** Ids of the users who share what the owners do not have. */
  others: readonly string[];
  views: HistoryView[];
  /** Inserts older generations of the other users until there are so many in all. */
  fillUpTo(generations: number): Promise<void>;
  measure(view: HistoryView): Promise<MeasuredView>;
  time(view: HistoryView): Promise<Load>;
  measureSizes(): Promise<Finding[]>;
};

/** Whether the view has neither a search nor a filter. */
export function isPlain({ query }: HistoryView): boolean {
  return query.search === undefined && query.model === undefined;
}

/** The product with generations of many users, of whom one has `ownedByEach` videos and one as many images. */
export async function openHistory(
  context: ScenarioContext,
  { generations, ownedByEach }: { generations: number; ownedByEach: number },
): Promise<FilledHistory> {
  const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
  const pool = new pg.Pool({ connectionString: harness.stack.databaseUrl, max: callers });
  context.resources.defer(() => pool.end());
  const users = await insertUsers(harness.db.pool, owners.length);
  const others = (await insertUsers(harness.db.pool, otherUsers)).map(({ id }) => id);
  let alreadyInserted = 0;
  const fillUpTo = async (count: number) => {
    const startedAt = performance.now();
    await insertHistory({
      adminUrl: harness.stack.adminUrl,
      generations: count,
      alreadyInserted,
      ownedByEach,
      owners: owners.map((medium, index) => ({ userId: users[index]?.id ?? '', medium })),
      others,
    });
    alreadyInserted = count;
    context.print(
      `${count} generations are there after ${Math.round((performance.now() - startedAt) / 1000)} s`,
    );
  };
  await fillUpTo(generations);
  for (const { id } of users) await repairGenerationCounts(harness.db, id);
  const views = historyLists.flatMap((list) => {
    const owner = users[owners.indexOf(list.owner)];
    if (!owner) throw new Error(`No user owns the history of ${list.owner}`);
    return listViews(list, owner);
  });
  return {
    harness,
    others,
    views,
    fillUpTo,
    measure: (view) => measure(context, harness, pool, view),
    time: (view) => time(context, harness, view),
    measureSizes: () => measureSizes(pool),
  };
}

function listViews(list: HistoryList, { id: userId, cookie }: BenchUser): HistoryView[] {
  const { medium, path, pageSize, counts } = list;
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const toView = (name: string, more: Partial<HistoryPage>, range = {}): HistoryView => {
    const query: HistoryPage = { userId, medium, page: 1, pageSize, counts, ...more };
    const { page, search, model } = query;
    const address = new URLSearchParams({
      ...(query.counts === 'none' ? {} : { page: String(page) }),
      pageSize: String(query.pageSize),
      ...(search === undefined ? {} : { search }),
      ...(model === undefined ? {} : { model }),
      ...range,
    });
    return { list, name: `${list.name}, ${name}`, query, path: `${path}?${address}`, cookie };
  };
  return [
    toView('page 1', {}),
    toView(`page ${farPage}`, { page: farPage }),
    {
      ...toView(`pages from ${farPage} on`, { page: farPage }),
      walksPages: 100,
    },
    toView('search, Latin', { search: searches.latin }),
    toView('search, Chinese', { search: searches.chinese }),
    toView('search, two Chinese letters', { search: searches.chinese.slice(0, 2) }),
    ...(list.name === 'images' ? [toView('of one model', { model: 'flux-dev' })] : []),
    // Pages as the grid of the web reads them.
    ...(list.name === 'library'
      ? [
          toView('the newest, by cursor', { counts: 'none' }),
          toView('a day long ago', { day, pageSize: 50 }, { from: day, to: day }),
        ]
      : []),
  ];
}

async function measure(
  { isQuick, print }: ScenarioContext,
  harness: Harness,
  pool: pg.Pool,
  view: HistoryView,
): Promise<MeasuredView> {
  const rounds: { http: Load[]; sql: Load[] } = { http: [], sql: [] };
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 1 : 4;
    const sql = await callInParallel({ callers, durationSeconds }, () =>
      readHistoryBaseline(pool, view.query),
    );
    const http = await load(harness, view, durationSeconds);
    // The first round is a warm-up.
    if (round === 0) continue;
    rounds.http.push(http);
    rounds.sql.push(sql);
  }
  const [http, sql] = [medianLoad(rounds.http), medianLoad(rounds.sql)];
  print(`${view.name}: p50 ${http.p50Ms.toFixed(1)} ms, SQL ${sql.p50Ms.toFixed(1)} ms`);
  return { view, http, sql };
}

/** The product alone, without the baseline. */
async function time({ isQuick, print }: ScenarioContext, harness: Harness, view: HistoryView): Promise<Load> {
  const durationSeconds = isQuick ? 1 : 3;
  await load(harness, view, 1);
  const rounds: Load[] = [];
  for (let round = 0; round < (isQuick ? 1 : 3); round += 1)
    rounds.push(await load(harness, view, durationSeconds));
  const http = medianLoad(rounds);
  print(`${view.name}: p50 ${http.p50Ms.toFixed(1)} ms`);
  return http;
}

function load(
  { apiUrl: url }: Harness,
  { path, query, walksPages = 1, cookie }: HistoryView,
  durationSeconds: number,
): Promise<Load> {
  let calls = 0;
  const nextCall = () => {
    const page = query.page + (calls++ % walksPages);
    const nextPath = path.replace(`page=${query.page}&`, `page=${page}&`);
    return { method: 'GET' as const, path: nextPath, headers: { cookie } };
  };
  return loadHttp({ url, connections: callers, durationSeconds, nextCall });
}

/** Measures the bytes of a row in a table and in all of its indexes. */
async function measureSizes(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string; table: number; indexes: number }>(
    `select relname as name, pg_table_size(oid) / greatest(reltuples, 1) as table,
            pg_indexes_size(oid) / greatest(reltuples, 1) as indexes
       from pg_class where oid in ('generation'::regclass, 'output'::regclass) order by relname`,
  );
  return rows.flatMap(({ name, table, indexes }) => [
    { what: `a row of ${name}, table`, measured: { value: table, unit: 'B' } },
    { what: `a row of ${name}, indexes`, measured: { value: indexes, unit: 'B' } },
  ]);
}
