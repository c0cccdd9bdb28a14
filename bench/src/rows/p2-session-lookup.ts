import { createHash } from 'node:crypto';
import { findSession } from '@atelier/db';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { type Load, medianLoad } from '../measure/load.ts';
import { type HttpCall, loadHttp } from '../measure/load-http.ts';
import { openCountingProxy } from '../rig/count-round-trips.ts';
import { createVideoCall, inTurn } from '../rig/create-video-call.ts';
import type { BenchUser } from '../rig/insert-users.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import type { Finding, Row, RowContext } from '../row.ts';

const callers = 32;
const userCount = 1_000;
/** Looks at the session, as everything below /api does, and asks the database for nothing else. */
const path = '/api/pricing';

export const sessionLookupRow: Row = {
  id: 'P2',
  title: 'session lookup',
  isPerBackend: true,
  async run(context) {
    const rig = await openRig(context, { users: userCount, workerProcesses: 0 });
    const [anonymous, signedIn, statement] = await measureInTurn(context, rig);
    const trips = await countTrips(context, rig);
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
          reference: { what: 'the query by pg', value: statement.perSecond, unit: '/s' },
        },
      ],
      notes: [
        `GET ${path} itself asks nothing: what a session adds is the lookup. Trips are counted between api and`,
        `database, queue included, ${callers} connections.`,
      ],
    };
  },
};

/** Without session, with session, and the lookup's statement by `pg` on as many connections as the api has. */
async function measureInTurn({ isQuick }: RowContext, rig: Rig): Promise<[Load, Load, Load]> {
  const nextUser = inTurn(rig.users);
  const rounds: [Load[], Load[], Load[]] = [[], [], []];
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 1 : 4;
    const load = (nextCall: () => HttpCall) =>
      loadHttp({ url: rig.apiUrl, connections: callers, durationSeconds, nextCall });
    const loads = [
      await load(() => ({ method: 'GET', path })),
      await load(() => signedInCall(nextUser())),
      await callInParallel({ callers, durationSeconds }, () => lookUp(rig, nextUser())),
    ];
    // The first round is a warm-up.
    if (round > 0) for (const [index, each] of loads.entries()) rounds[index]?.push(each);
  }
  return [medianLoad(rounds[0]), medianLoad(rounds[1]), medianLoad(rounds[2])];
}

function signedInCall({ cookie }: BenchUser): HttpCall {
  return { method: 'GET', path, headers: { cookie } };
}

async function lookUp({ db }: Rig, { cookie }: BenchUser): Promise<void> {
  const token = cookie.slice(cookie.indexOf('=') + 1);
  const row = await findSession(db.pool, createHash('sha256').update(token).digest('hex'));
  if (!row) throw new Error('A session that was inserted is not found');
}

/** A second api on the same database, with a proxy in between that counts. */
async function countTrips(context: RowContext, { stack, users }: Rig): Promise<Finding[]> {
  const proxy = await openCountingProxy(stack.databaseUrl);
  context.resources.defer(() => proxy.close());
  const settings = { DATABASE_URL: proxy.url, DATABASE_ADMIN_URL: stack.adminUrl };
  const counted = await openRig(context, { users: 0, workerProcesses: 0, settings });
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
  // Connections are made and prepared in the first calls.
  await tripsPer(() => signedInCall(nextUser()));
  const perLookup = await tripsPer(() => signedInCall(nextUser()));
  if (perLookup < 0.5) throw new Error(`GET ${path} looks up no session any more: measure another address`);
  const perSubmission = await tripsPer(() => createVideoCall(nextUser(), counted.stack.url));
  return [
    {
      what: 'round trips per request',
      measured: { value: perLookup, unit: 'trips' },
      target: 'one',
      isMet: Math.abs(perLookup - 1) < 0.05,
    },
    { what: 'round trips per submission', measured: { value: perSubmission, unit: 'trips' } },
  ];
}
