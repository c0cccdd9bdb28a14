import { setTimeout as wait } from 'node:timers/promises';
import { connectViewers } from '../harness/connect-viewers.ts';
import { emptyRedis } from '../harness/find-redis.ts';
import type { BenchUser } from '../harness/insert-users.ts';
import { checkLedger, type Harness, openHarness } from '../harness/open-harness.ts';
import { submitVideo } from '../harness/submit-video.ts';
import { forEachInParallel } from '../measure/call-in-parallel.ts';
import { countEvents, type EventCounts, type SeenChange } from '../measure/count-events.ts';
import { mean } from '../measure/statistics.ts';
import { waitUntil } from '../measure/wait-until.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const submittersAtOnce = 32;
const warmUpCount = 16;
/**
 * Smallest share of the throughput of one of each: on two cores that also run database, queue, provider and browsers,
 * we can only show that it does not fall.
 */
const minShare = 0.9;
const lostAfterMs = 120_000;
/** A duplicate would come from the outbox, which is drained every second. */
const duplicatedWithinMs = 3_000;

type Change = SeenChange & { atMs: number };
type Measured = EventCounts & { processes: number; perSecond: number };

export const twoOfEachScenario: Scenario = {
  id: 'P12',
  title: 'two api and two worker processes against one of each, whole path with files',
  isPerBackend: false,
  onlyOn: 'redis',
  async run(context) {
    const count = context.isQuick ? 60 : 400;
    const users = context.isQuick ? 50 : 200;
    const rounds: Measured[] = [];
    // Measures in both orders, so that a machine that slows down affects both alike.
    for (const processes of context.isQuick ? [1, 2] : [1, 2, 2, 1])
      rounds.push(await measure(context, processes, users, count));
    return {
      findings: [throughput(rounds), ...[1, 2].flatMap((processes) => events(rounds, processes))],
      notes: [
        `${users} sockets and ${count} generations a round, ${submittersAtOnce} submitted at a time, alternating between the apis, half of them to`,
        'the one without the user’s socket; from the first submission to the last completed event. The ledger was checked.',
        `The target allows ${Math.round((1 - minShare) * 100)} % less: where one of each saturates the machine, a second of each can only add overhead.`,
      ],
    };
  },
};

/** A new stack for each round, on the same Redis. */
async function measure(
  context: ScenarioContext,
  processes: number,
  users: number,
  count: number,
): Promise<Measured> {
  await using resources = new AsyncDisposableStack();
  // An interrupt closes only what the scenario has registered.
  context.resources.defer(() => resources.disposeAsync());
  if (context.redisUrl) await emptyRedis(context.redisUrl);
  const own = { ...context, resources };
  const harness = await openHarness(own, { users, apiProcesses: processes, workerProcesses: processes });
  const changes = await watchAll(own, harness);
  await runThrough(harness, changes, warmUpCount);
  changes.length = 0;
  const { ids, startedAtMs, endedAtMs } = await runThrough(harness, changes, count);
  await untilAllSent(harness);
  await checkLedger(harness);
  const perSecond = count / ((endedAtMs - startedAtMs) / 1000);
  context.print(`${processes} of each: ${perSecond.toFixed(1)}/s`);
  return { processes, perSecond, ...countEvents(ids, changes) };
}

/** Connects one socket per user, alternating between the apis, and collects their events. */
async function watchAll({ resources }: ScenarioContext, { stack, users }: Harness): Promise<Change[]> {
  const changes: Change[] = [];
  const readHeaders = ({ cookie }: BenchUser) => ({ origin: stack.url, cookie });
  const { apiUrls } = stack;
  for (const [part, url] of apiUrls.entries()) {
    const viewers = users.filter((_, index) => index % apiUrls.length === part);
    for (const client of await connectViewers({ url, viewers, readHeaders, resources })) {
      client.on('generation:changed', (change) => {
        // A pointer replaces a generation too large for an event; these are not.
        if (!('generation' in change)) return;
        const { id, revision, status } = change.generation;
        changes.push({ id, revision, status, atMs: performance.now() });
      });
    }
  }
  return changes;
}

async function runThrough(harness: Harness, changes: readonly Change[], count: number) {
  const { stack, users } = harness;
  const ids: string[] = [];
  const startedAtMs = performance.now();
  const turns = Array.from({ length: count }, (_, index) => index);
  await forEachInParallel(turns, submittersAtOnce, async (index) => {
    const user = users[index % users.length];
    // Shifts the choice with each pass over the users: else each would always submit to the api of its own socket.
    const shift = Math.floor(index / users.length);
    const apiUrl = stack.apiUrls[(index + shift) % stack.apiUrls.length];
    if (user && apiUrl) ids.push(await submitVideo(harness, apiUrl, user));
  });
  const completed = () => changes.filter(({ status }) => status === 'completed');
  await waitUntil(() => new Set(completed().map(({ id }) => id)).size >= count, {
    limitMs: lostAfterMs,
    everyMs: 20,
  });
  return { ids, startedAtMs, endedAtMs: Math.max(...completed().map(({ atMs }) => atMs)) };
}

async function untilAllSent({ db }: Harness): Promise<void> {
  const isEmpty = async () => (await db.pool.query('select 1 from outbox limit 1')).rows.length === 0;
  if (!(await waitUntil(isEmpty, { limitMs: 60_000 }))) throw new Error('The outbox was never empty');
  await wait(duplicatedWithinMs);
}

function throughput(rounds: readonly Measured[]): Finding {
  const of = (processes: number) =>
    mean(rounds.filter((round) => round.processes === processes).map(({ perSecond }) => perSecond));
  const [one, two] = [of(1), of(2)];
  return {
    what: 'generations completed and notified, two of each',
    measured: { value: two, unit: '/s' },
    reference: { what: 'one of each', value: one, unit: '/s' },
    target: `does not fall (at least ${minShare})`,
    isMet: two >= one * minShare,
  };
}

function events(rounds: readonly Measured[], processes: number): Finding[] {
  const own = rounds.filter((round) => round.processes === processes);
  return (['lost', 'duplicated'] as const).map((what) => {
    const value = own.reduce((sum, round) => sum + round[what], 0);
    const label = `events ${what}, ${processes === 1 ? 'one' : 'two'} of each`;
    return { what: label, measured: { value, unit: 'events' }, target: 'none', isMet: value === 0 };
  });
}
