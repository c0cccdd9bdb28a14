import { createHash } from 'node:crypto';
import { findSession } from '@atelier/db';
import { openCountingProxy } from '../harness/count-round-trips.ts';
import type { BenchUser } from '../harness/insert-users.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { createVideoCall, inTurn } from '../harness/submit-video.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { type HttpCall, loadHttp } from '../measure/load-http.ts';
import { type Load, medianLoad } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const callers = 32;
const userCount = 1_000;
/** Looks up the session, like everything below /api, and queries the database for nothing else. */
const path = '/api/pricing';

export const sessionLookupScenario: Scenario = {
  id: 'P2',
  title: 'session lookup',
  isPerBackend: true,
  async run(context) {
    const harness = await openHarness(context, { users: userCount, workerProcesses: 0 });
    const [anonymous, signedIn, statement] = await measureInTurn(context, harness);
    const trips = await countTrips(context, harness);
    return {
      findings: [
        ...trips,
        {
          what: `GET ${path} with a session`,
          measured: { value: signedIn.perSecond, unit: '/s' },
          reference: { what: 'without one', value: anonymous.perSecond, unit: '/s' },
        },
        {
          what: `GET ${path} with a session`,
          measured: { value: signedIn.perSecond, unit: '/s' },
          reference: { what: 'the query through pg', value: statement.perSecond, unit: '/s' },
        },
      ],
      notes: [
        `GET ${path} itself queries nothing: the session adds only its lookup. Trips are counted between api and`,
        `database, queue included, ${callers} connections, whose requests share them.`,
      ],
    };
  },
};

/**
 * Measures calls without a session, calls with one, and the lookup's statement through `pg` with as many connections as
 * the api.
 */
async function measureInTurn({ isQuick }: ScenarioContext, harness: Harness): Promise<[Load, Load, Load]> {
  const nextUser = inTurn(harness.users);
  const rounds: [Load[], Load[], Load[]] = [[], [], []];
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 1 : 4;
    const load = (nextCall: () => HttpCall) =>
      loadHttp({ url: harness.apiUrl, connections: callers, durationSeconds, nextCall });
    const loads = [
      await load(() => ({ method: 'GET', path })),
      await load(() => signedInCall(nextUser())),
      await callInParallel({ callers, durationSeconds }, () => lookUp(harness, nextUser())),
    ];
    // The first round is a warm-up.
    if (round > 0) for (const [index, each] of loads.entries()) rounds[index]?.push(each);
  }
  return [medianLoad(rounds[0]), medianLoad(rounds[1]), medianLoad(rounds[2])];
}

function signedInCall({ cookie }: BenchUser): HttpCall {
  return { method: 'GET', path, headers: { cookie } };
}

async function lookUp({ db }: Harness, { cookie }: BenchUser): Promise<void> {
  const token = cookie.slice(cookie.indexOf('=') + 1);
  const row = await findSession(db.pool, createHash('sha256').update(token).digest('hex'));
  if (!row) throw new Error('An inserted session was not found');
}

/** A second api on the same database, through a counting proxy. */
async function countTrips(context: ScenarioContext, { stack, users }: Harness): Promise<Finding[]> {
  const proxy = await openCountingProxy(stack.databaseUrl);
  context.resources.defer(() => proxy.close());
  const settings = { DATABASE_URL: proxy.url, DATABASE_ADMIN_URL: stack.adminUrl };
  const counted = await openHarness(context, { users: 0, workerProcesses: 0, settings });
  const nextUser = inTurn(users);
  const tripsPer = async (nextCall: () => HttpCall) => {
    const calls = { count: 0 };
    const load = { url: counted.apiUrl, connections: callers, durationSeconds: 1 };
    const before = proxy.count();
    await loadHttp({
      ...load,
      nextCall: () => {
        calls.count += 1;
        return nextCall();
      },
    });
    return (proxy.count() - before) / calls.count;
  };
  // The first calls open connections and prepare statements.
  await tripsPer(() => signedInCall(nextUser()));
  const perLookup = await tripsPer(() => signedInCall(nextUser()));
  if (perLookup === 0) throw new Error(`GET ${path} no longer looks up a session: measure another route`);
  const perSubmission = await tripsPer(() => createVideoCall(nextUser(), counted.stack.url));
  return [
    {
      what: 'round trips per request',
      measured: { value: perLookup, unit: 'trips' },
      target: 'at most one',
      isMet: perLookup < 1.05,
    },
    { what: 'round trips per submission', measured: { value: perSubmission, unit: 'trips' } },
  ];
}
