import pg from 'pg';
import { type HistoryPage, readHistoryBarely } from '../floors/history-barely.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { type Load, medianLoad } from '../measure/load.ts';
import { loadHttp } from '../measure/load-http.ts';
import { insertHistory, searches } from '../rig/insert-history.ts';
import { insertUsers } from '../rig/insert-users.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import type { Finding, Row, RowContext } from '../row.ts';

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

type Look = { name: string; query: HistoryPage; path: string; cookie: string };
type Measured = { look: Look; http: Load; sql: Load };

export const historyRow: Row = {
  id: 'P7',
  title: `history pages, 1,000,000 generations, one owner of 100,000, ${callers} connections`,
  isPerBackend: false,
  async run(context) {
    const rig = await openRig(context, { users: 0, workerProcesses: 0 });
    const looks = await fill(context, rig);
    const pool = new pg.Pool({ connectionString: rig.stack.databaseUrl, max: callers });
    context.resources.defer(() => pool.end());
    const measured: Measured[] = [];
    for (const look of looks) measured.push(await measure(context, rig, pool, look));
    return {
      findings: [...measured.map(compare), ...lists.map((list) => comparePages(measured, list))],
      notes: [
        'Page, number of all and files of each answer; medians of interleaved rounds. SQL: the same three statements by',
        `pg, as anybody would write them. A search finds one in 800 prompts of its language,`,
        'that for two Chinese letters one in 8; a quarter of the prompts is Chinese.',
      ],
    };
  },
};

async function fill({ isQuick, say }: RowContext, rig: Rig): Promise<Look[]> {
  const size = isQuick ? small : full;
  const owners = await insertUsers(rig.db.pool, lists.length);
  const others = await insertUsers(rig.db.pool, otherUsers);
  const startedAt = performance.now();
  await insertHistory({
    adminUrl: rig.stack.adminUrl,
    ...size,
    owners: lists.map(({ medium }, index) => ({ userId: owners[index]?.id ?? '', medium })),
    others: others.map(({ id }) => id),
  });
  say(`${size.generations} generations inserted in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return lists.flatMap((list, index) => {
    const owner = owners[index];
    if (!owner) throw new Error(`Nobody owns the history of ${list.medium}`);
    const { id: userId, cookie } = owner;
    return looksAt(list).map((look) => ({ ...look, cookie, query: { ...look.query, userId } }));
  });
}

function looksAt({ medium, path, pageSize }: List): Omit<Look, 'cookie'>[] {
  const look = (name: string, more: Partial<HistoryPage>): Omit<Look, 'cookie'> => {
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
    look('page 1', {}),
    look(`page ${farPage}`, { page: farPage }),
    look('search, Latin', { search: searches.latin }),
    look('search, Chinese', { search: searches.chinese }),
    look('search, two Chinese letters', { search: searches.chinese.slice(0, 2) }),
    ...(medium === 'image' ? [look('of one model', { model: 'flux-dev' })] : []),
  ];
}

async function measure({ isQuick, say }: RowContext, rig: Rig, pool: pg.Pool, look: Look): Promise<Measured> {
  const rounds: { http: Load[]; sql: Load[] } = { http: [], sql: [] };
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 1 : 4;
    const sql = await callInParallel({ callers, durationSeconds }, () => readHistoryBarely(pool, look.query));
    const nextCall = () => ({ method: 'GET' as const, path: look.path, headers: { cookie: look.cookie } });
    const http = await loadHttp({ url: rig.apiUrl, connections: callers, durationSeconds, nextCall });
    // The first round is a warm-up.
    if (round === 0) continue;
    rounds.http.push(http);
    rounds.sql.push(sql);
  }
  const [http, sql] = [medianLoad(rounds.http), medianLoad(rounds.sql)];
  say(`${look.name}: p50 ${http.p50Ms.toFixed(1)} ms, SQL ${sql.p50Ms.toFixed(1)} ms`);
  return { look, http, sql };
}

function compare({ look, http, sql }: Measured): Finding {
  return {
    what: `${look.name}, p99`,
    measured: { value: http.p99Ms, unit: 'ms' },
    reference: { what: 'SQL', value: sql.p99Ms, unit: 'ms' },
    target: `at most ${maxP99Factor} times`,
    isMet: http.p99Ms <= sql.p99Ms * maxP99Factor,
  };
}

function comparePages(measured: readonly Measured[], { medium }: List): Finding {
  const p50Of = (page: number) =>
    measured.find(({ look }) => look.query.medium === medium && look.query.page === page)?.http.p50Ms ??
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
