import pg from 'pg';
import { type HistoryPage, readHistoryBaseline } from '../baselines/history-baseline.ts';
import { insertHistory, searches } from '../harness/insert-history.ts';
import { insertUsers } from '../harness/insert-users.ts';
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

type List = { medium: HistoryPage['medium']; path: string; pageSize: number };
const lists: readonly List[] = [
  { medium: 'video', path: '/api/video-generation/history', pageSize: 10 },
  { medium: 'image', path: '/api/image-generation/history', pageSize: 20 },
];

type View = { name: string; query: HistoryPage; path: string; cookie: string };
type Measured = { view: View; http: Load; sql: Load };

export const historyScenario: Scenario = {
  id: 'P7',
  title: `history pages, 1,000,000 generations, one owner of 100,000, ${callers} connections`,
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
    const views = await fill(context, harness);
    const pool = new pg.Pool({ connectionString: harness.stack.databaseUrl, max: callers });
    context.resources.defer(() => pool.end());
    const measured: Measured[] = [];
    for (const view of views) measured.push(await measure(context, harness, pool, view));
    return {
      findings: [...measured.map(compare), ...lists.map((list) => comparePages(measured, list))],
      notes: [
        'Page, total and files in each answer; medians of interleaved rounds. SQL: three straightforward statements',
        'through pg for the same. A search matches one in 800 prompts of its language,',
        'that for two Chinese letters one in 8; a quarter of the prompts are Chinese.',
      ],
    };
  },
};

async function fill({ isQuick, say }: ScenarioContext, harness: Harness): Promise<View[]> {
  const size = isQuick ? small : full;
  const owners = await insertUsers(harness.db.pool, lists.length);
  const others = await insertUsers(harness.db.pool, otherUsers);
  const startedAt = performance.now();
  await insertHistory({
    adminUrl: harness.stack.adminUrl,
    ...size,
    owners: lists.map(({ medium }, index) => ({ userId: owners[index]?.id ?? '', medium })),
    others: others.map(({ id }) => id),
  });
  say(`${size.generations} generations inserted in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return lists.flatMap((list, index) => {
    const owner = owners[index];
    if (!owner) throw new Error(`No user owns the history of ${list.medium}`);
    const { id: userId, cookie } = owner;
    return viewsOf(list).map((view) => ({ ...view, cookie, query: { ...view.query, userId } }));
  });
}

function viewsOf({ medium, path, pageSize }: List): Omit<View, 'cookie'>[] {
  const viewOf = (name: string, more: Partial<HistoryPage>): Omit<View, 'cookie'> => {
    const query = { userId: '', medium, page: 1, pageSize, ...more };
    const { page, search, model } = query;
    const address = new URLSearchParams({
      page: String(page),
      pageSize: String(pageSize),
      ...(search === undefined ? {} : { search }),
      ...(model === undefined ? {} : { model }),
    });
    return { name: `${medium}, ${name}`, query, path: `${path}?${address}` };
  };
  return [
    viewOf('page 1', {}),
    viewOf(`page ${farPage}`, { page: farPage }),
    viewOf('search, Latin', { search: searches.latin }),
    viewOf('search, Chinese', { search: searches.chinese }),
    viewOf('search, two Chinese letters', { search: searches.chinese.slice(0, 2) }),
    ...(medium === 'image' ? [viewOf('of one model', { model: 'flux-dev' })] : []),
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

function comparePages(measured: readonly Measured[], { medium }: List): Finding {
  const p50Of = (page: number) =>
    measured.find(({ view }) => view.query.medium === medium && view.query.page === page)?.http.p50Ms ??
    Number.NaN;
  const [near, far] = [p50Of(1), p50Of(farPage)];
  return {
    what: `${medium}, page ${farPage}, p50`,
    measured: { value: far, unit: 'ms' },
    reference: { what: 'page 1', value: near, unit: 'ms' },
    target: `at most ${maxPageFactor} times`,
    isMet: far <= near * maxPageFactor,
  };
}
