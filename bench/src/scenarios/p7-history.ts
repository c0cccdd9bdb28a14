import {
  callers,
  farPage,
  type HistoryList,
  historyLists,
  isPlain,
  type MeasuredView,
  openHistory,
} from '../harness/open-history.ts';
import type { Finding, Scenario } from '../scenario.ts';

const full = { generations: 1_000_000, ownedByEach: 100_000 };
const small = { generations: 50_000, ownedByEach: 5_000 };
const maxP99Factor = 3;
const maxPageFactor = 3;
const maxP50Ms = 5;

export const historyScenario: Scenario = {
  id: 'P7',
  title: `history pages, 1,000,000 generations, one owner of 100,000, ${callers} connections`,
  isPerBackend: false,
  async run(context) {
    const history = await openHistory(context, context.isQuick ? small : full);
    const measured: MeasuredView[] = [];
    for (const view of history.views) measured.push(await history.measure(view));
    return {
      findings: [
        ...measured.map(compare),
        ...historyLists.map((list) => comparePages(measured, list)),
        ...measured.filter(isPlainPage).map(judgePage),
        ...(await history.measureSizes()),
      ],
      notes: [
        'Page, total and files in each answer, for images also the sums of all of them; medians of interleaved rounds.',
        'SQL: one straightforward statement through pg for each of these. A search matches one in 800 prompts of its language,',
        'that for two Chinese letters one in 8; a quarter of the prompts are Chinese.',
      ],
    };
  },
};

function compare({ view, http, sql }: MeasuredView): Finding {
  return {
    what: `${view.name}, p99`,
    measured: { value: http.p99Ms, unit: 'ms' },
    reference: { what: 'SQL', value: sql.p99Ms, unit: 'ms' },
    target: `at most ${maxP99Factor} times`,
    isMet: http.p99Ms <= sql.p99Ms * maxP99Factor,
  };
}

/** A page of all that its owner has, with its exact total. */
function isPlainPage({ view }: MeasuredView): boolean {
  return isPlain(view) && view.query.day === undefined && view.query.counts !== 'none';
}

function judgePage({ view, http }: MeasuredView): Finding {
  return {
    what: `${view.name}, p50`,
    measured: { value: http.p50Ms, unit: 'ms' },
    target: `at most ${maxP50Ms} ms`,
    isMet: http.p50Ms <= maxP50Ms,
  };
}

function comparePages(measured: readonly MeasuredView[], list: HistoryList): Finding {
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
