import { benchInput, benchKind } from '../bench-input.ts';
import type { BenchUser } from '../harness/insert-users.ts';
import { openHarness } from '../harness/open-harness.ts';
import { inTurn } from '../harness/submit-video.ts';
import { type HttpCall, loadHttp } from '../measure/load-http.ts';
import { type Load, medianLoad } from '../measure/statistics.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const connections = 32;
const minPerSecond = 5_000;
const maxP99Ms = 20;
/** Looks up the session and answers what never changes: the least that a signed-in call costs. */
const floorPath = '/api/pricing';

export const quoteScenario: Scenario = {
  id: 'P25',
  title: `quotes, ${connections} connections`,
  isPerBackend: false,
  async run(context) {
    const { apiUrl, users, stack } = await openHarness(context, { users: 100, workerProcesses: 0 });
    const nextUser = inTurn(users);
    const [quotes, floor] = await measureInTurn(context, apiUrl, {
      quote: () => quoteCall(nextUser(), stack.url),
      floor: () => ({ method: 'GET', path: floorPath, headers: { cookie: nextUser().cookie } }),
    });
    const what = `GET ${floorPath}`;
    return {
      findings: [
        {
          what: 'quotes',
          measured: { value: quotes.perSecond, unit: '/s' },
          reference: { what, value: floor.perSecond, unit: '/s' },
          target: `at least ${minPerSecond}/s`,
          isMet: quotes.perSecond >= minPerSecond,
        },
        {
          what: 'p99',
          measured: { value: quotes.p99Ms, unit: 'ms' },
          reference: { what, value: floor.p99Ms, unit: 'ms' },
          target: `at most ${maxP99Ms} ms`,
          isMet: quotes.p99Ms <= maxP99Ms,
        },
        { what: 'p50', measured: { value: quotes.p50Ms, unit: 'ms' } },
      ],
      notes: [
        'One api process; 100 accounts in turn. A quote reads session and allowance, and signs the price.',
      ],
    };
  },
};

type Calls = Record<'quote' | 'floor', () => HttpCall>;

/** Rounds alternate, and the first of each is a warm-up. */
async function measureInTurn({ isQuick }: ScenarioContext, url: string, calls: Calls): Promise<[Load, Load]> {
  const rounds: [Load[], Load[]] = [[], []];
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 2 : 5;
    for (const [index, nextCall] of [calls.quote, calls.floor].entries()) {
      const load = await loadHttp({ url, connections, durationSeconds, nextCall });
      if (round > 0) rounds[index]?.push(load);
    }
  }
  return [medianLoad(rounds[0]), medianLoad(rounds[1])];
}

function quoteCall({ cookie }: BenchUser, origin: string): HttpCall {
  return {
    method: 'POST',
    path: '/api/quotes',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ kind: benchKind.id, input: benchInput }),
  };
}
