import { callers, isPlain, openHistory } from '../harness/open-history.ts';
import type { Finding, Scenario } from '../scenario.ts';

const full = { generations: 1_000_000, ownedByEach: 100_000, larger: 10_000_000 };
const small = { generations: 20_000, ownedByEach: 2_000, larger: 60_000 };
const maxGrowth = 1.3;

/** The same pages of the same owners before and after their table has become ten times as large. */
export const largerHistoryScenario: Scenario = {
  id: 'P15',
  title: `history pages at 10,000,000 generations or --generations, and at 1,000,000, ${callers} connections`,
  isPerBackend: false,
  async run(context) {
    const sizes = context.isQuick ? small : { ...full, larger: context.generations ?? full.larger };
    const history = await openHistory(context, sizes);
    const views = history.views.filter(isPlain);
    const before: number[] = [];
    for (const view of views) before.push((await history.time(view)).p50Ms);
    const rowsBefore = await history.measureSizes();
    await history.fillUpTo(sizes.larger);
    const pages: Finding[] = [];
    for (const [place, view] of views.entries())
      pages.push(compare(view.name, (await history.time(view)).p50Ms, before[place] ?? Number.NaN));
    return {
      findings: [
        ...pages,
        ...(await history.measureSizes()).map((finding, place) => ({
          ...finding,
          reference: { what: 'before', ...(rowsBefore[place] ?? finding).measured },
        })),
      ],
      notes: [
        `The owners keep what they have; the other users get ${sizes.larger - sizes.generations} older generations.`,
        'Medians of three rounds.',
      ],
    };
  },
};

function compare(name: string, afterMs: number, beforeMs: number): Finding {
  return {
    what: `${name}, p50`,
    measured: { value: afterMs, unit: 'ms' },
    reference: { what: 'before', value: beforeMs, unit: 'ms' },
    target: `at most ${maxGrowth} times`,
    isMet: afterMs <= beforeMs * maxGrowth,
  };
}
