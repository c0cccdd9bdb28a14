import { repairRecordCounts } from '@atelier/db';
import pg from 'pg';
import { type HistoryPage, readHistoryBaseline } from '../baselines/history-baseline.ts';
import { insertHistory, searches } from '../harness/insert-history.ts';
import { type BenchUser, insertUsers } from '../harness/insert-users.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { loadHttp } from '../measure/load-http.ts';
import { type Load, medianLoad } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const callers = 4;
const full = { generations: 1_000_000, ownedByEach: 100_000 };
const small = { generations: 50_000, ownedByEach: 5_000 };
const otherUsers = 1_000;
const maxP99Factor = 3;
const maxPageFactor = 3;
const farPage = 500;
const maxP50Ms = 5;
/** In the middle of what an owner has. */
const daysAgo = 15;

type List = {
  name: string;
  path: string;
  medium?: HistoryPage['medium'];
  /** Whose it is, of the owners by the medium of all that they have. */
  owner: 'video' | 'image';
  pageSize: number;
  counts: HistoryPage['counts'];
};
const owners = ['video', 'image'] as const;
const lists: readonly List[] = [
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

type View = { list: List; name: string; query: HistoryPage; path: string; cookie: string };
type Measured = { view: View; http: Load; sql: Load };

export const historyScenario: Scenario = {
  id: 'P7',
  title: `history pages, 1,000,000 generations or --generations, one owner of 100,000, ${callers} connections`,
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
    const views = await fill(context, harness);
    const pool = new pg.Pool({ connectionString: harness.stack.databaseUrl, max: callers });
    context.resources.defer(() => pool.end());
    const measured: Measured[] = [];
    for (const view of views) measured.push(await measure(context, harness, pool, view));
    return {
      findings: [
        ...measured.map(compare),
        ...lists.map((list) => comparePages(measured, list)),
        ...measured.filter(isPlainPage).map(judgePage),
        ...(await measureSizes(pool)),
      ],
      notes: [
        'Page, total and files in each answer, for images also the sums of all of them; medians of interleaved rounds.',
        'SQL: one straightforward statement through pg for each of these. A search matches one in 800 prompts of its language,',
        'that for two Chinese letters one in 8; a quarter of the prompts are Chinese.',
      ],
    };
  },
};

async function fill({ isQuick, generations, say }: ScenarioContext, harness: Harness): Promise<View[]> {
  const size = isQuick ? small : { ...full, generations: generations ?? full.generations };
  const users = await insertUsers(harness.db.pool, owners.length);
  const others = await insertUsers(harness.db.pool, otherUsers);
  const startedAt = performance.now();
  await insertHistory({
    adminUrl: harness.stack.adminUrl,
    ...size,
    owners: owners.map((medium, index) => ({ userId: users[index]?.id ?? '', medium })),
    others: others.map(({ id }) => id),
  });
  for (const { id } of users) await repairRecordCounts(harness.db, id);
  say(`${size.generations} generations inserted in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return lists.flatMap((list) => {
    const owner = users[owners.indexOf(list.owner)];
    if (!owner) throw new Error(`No user owns the history of ${list.owner}`);
    return viewsOf(list, owner);
  });
}

function viewsOf(list: List, { id: userId, cookie }: BenchUser): View[] {
  const { medium, path, pageSize, counts } = list;
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const viewOf = (name: string, more: Partial<HistoryPage>, range = {}): View => {
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
    viewOf('page 1', {}),
    viewOf(`page ${farPage}`, { page: farPage }),
    viewOf('search, Latin', { search: searches.latin }),
    viewOf('search, Chinese', { search: searches.chinese }),
    viewOf('search, two Chinese letters', { search: searches.chinese.slice(0, 2) }),
    ...(list.name === 'images' ? [viewOf('of one model', { model: 'flux-dev' })] : []),
    // As the grid of the web reads them.
    ...(list.name === 'library'
      ? [
          viewOf('the newest, by cursor', { counts: 'none' }),
          viewOf('a day long ago', { day, pageSize: 50 }, { from: day, to: day }),
        ]
      : []),
  ];
}

async function measure(
  { isQuick, say }: ScenarioContext,
  harness: Harness,
  pool: pg.Pool,
  view: View,
): Promise<Measured> {
  const rounds: { http: Load[]; sql: Load[] } = { http: [], sql: [] };
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 1 : 4;
    const sql = await callInParallel({ callers, durationSeconds }, () =>
      readHistoryBaseline(pool, view.query),
    );
    const nextCall = () => ({ method: 'GET' as const, path: view.path, headers: { cookie: view.cookie } });
    const http = await loadHttp({ url: harness.apiUrl, connections: callers, durationSeconds, nextCall });
    // The first round is a warm-up.
    if (round === 0) continue;
    rounds.http.push(http);
    rounds.sql.push(sql);
  }
  const [http, sql] = [medianLoad(rounds.http), medianLoad(rounds.sql)];
  say(`${view.name}: p50 ${http.p50Ms.toFixed(1)} ms, SQL ${sql.p50Ms.toFixed(1)} ms`);
  return { view, http, sql };
}

function compare({ view, http, sql }: Measured): Finding {
  return {
    what: `${view.name}, p99`,
    measured: { value: http.p99Ms, unit: 'ms' },
    reference: { what: 'SQL', value: sql.p99Ms, unit: 'ms' },
    target: `at most ${maxP99Factor} times`,
    isMet: http.p99Ms <= sql.p99Ms * maxP99Factor,
  };
}

/** What a row takes in a table and in all of its indexes. */
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

/** Without a search or a filter, with its exact total. */
function isPlainPage({ view: { query } }: Measured): boolean {
  return query.counts !== 'none' && query.search === undefined && query.model === undefined;
}

function judgePage({ view, http }: Measured): Finding {
  return {
    what: `${view.name}, p50`,
    measured: { value: http.p50Ms, unit: 'ms' },
    target: `at most ${maxP50Ms} ms`,
    isMet: http.p50Ms <= maxP50Ms,
  };
}

function comparePages(measured: readonly Measured[], list: List): Finding {
  const p50Of = (page: number) =>
    measured.find(({ view }) => view.list === list && view.query.page === page)?.http.p50Ms ?? Number.NaN;
  const [near, far] = [p50Of(1), p50Of(farPage)];
  return {
    what: `${list.name}, page ${farPage}, p50`,
    measured: { value: far, unit: 'ms' },
    reference: { what: 'page 1', value: near, unit: 'ms' },
    target: `at most ${maxPageFactor} times`,
    isMet: far <= near * maxPageFactor,
  };
}
