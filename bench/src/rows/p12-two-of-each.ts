import { setTimeout as wait } from 'node:timers/promises';
import { forEachInParallel } from '../measure/call-in-parallel.ts';
import { countEvents, type EventCounts, type SeenChange } from '../measure/count-events.ts';
import { mean } from '../measure/statistics.ts';
import { waitUntil } from '../measure/wait-until.ts';
import { connectViewers } from '../rig/connect-viewers.ts';
import { emptyRedis } from '../rig/find-redis.ts';
import type { BenchUser } from '../rig/insert-users.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import { proveLedger } from '../rig/prove-ledger.ts';
import { submitVideo } from '../rig/submit-video.ts';
import type { Finding, Row, RowContext } from '../row.ts';

const submittersAtOnce = 32;
const warmUpCount = 16;
/** Two cores that also run database, queue, provider and browsers cannot show more than that it does not fall. */
const minShare = 0.9;
const lostAfterMs = 120_000;
/** An event that is told again comes from the outbox, which is looked through every second. */
const doubledWithinMs = 3_000;

type Change = SeenChange & { atMs: number };
type Measured = EventCounts & { processes: number; perSecond: number };

export const twoOfEachRow: Row = {
  id: 'P12',
  title: 'two api and two worker processes against one of each, whole path with files',
  isPerBackend: false,
  onlyOn: 'redis',
  async run(context) {
    const count = context.isQuick ? 60 : 400;
    const users = context.isQuick ? 50 : 200;
    const rounds: Measured[] = [];
    // There and back, so that a machine that becomes slower touches both alike.
    for (const processes of context.isQuick ? [1, 2] : [1, 2, 2, 1])
      rounds.push(await measure(context, processes, users, count));
    return {
      findings: [throughput(rounds), ...[1, 2].flatMap((processes) => events(rounds, processes))],
      notes: [
        `${users} sockets and ${count} generations a round, ${submittersAtOnce} submitted at a time, in turn to each api, half of them to`,
        'another one than has the socket; from the first submission to the last completed event. The ledger was proven.',
        `The target allows ${Math.round((1 - minShare) * 100)} % less: where one of each fills the machine, the second of each can only cost.`,
      ],
    };
  },
};

/** A stack of its own each, on the same Redis, one after the other. */
async function measure(
  context: RowContext,
  processes: number,
  users: number,
  count: number,
): Promise<Measured> {
  await using resources = new AsyncDisposableStack();
  // An interrupt closes what the row knows of.
  context.resources.defer(() => resources.disposeAsync());
  if (context.redisUrl) await emptyRedis(context.redisUrl);
  const own = { ...context, resources };
  const rig = await openRig(own, { users, apiProcesses: processes, workerProcesses: processes });
  const changes = await watchAll(own, rig);
  await runThrough(rig, changes, warmUpCount);
  changes.length = 0;
  const { ids, startedAtMs, endedAtMs } = await runThrough(rig, changes, count);
  await untilAllTold(rig);
  await proveLedger(rig);
  const perSecond = count / ((endedAtMs - startedAtMs) / 1000);
  context.say(`${processes} of each: ${perSecond.toFixed(1)}/s`);
  return { processes, perSecond, ...countEvents(ids, changes) };
}

/** One socket per user, in turn to each api. What they are told is added to the list. */
async function watchAll({ resources }: RowContext, { stack, users }: Rig): Promise<Change[]> {
  const changes: Change[] = [];
  const headersOf = ({ cookie }: BenchUser) => ({ origin: stack.url, cookie });
  const { apiUrls } = stack;
  for (const [part, url] of apiUrls.entries()) {
    const viewers = users.filter((_, index) => index % apiUrls.length === part);
    for (const client of await connectViewers({ url, viewers, headersOf, resources })) {
      client.on('generation:changed', (change) => {
        // A pointer stands for a generation too large for an event; these are not.
        if (!('generation' in change)) return;
        const { id, revision, status } = change.generation;
        changes.push({ id, revision, status, atMs: performance.now() });
      });
    }
  }
  return changes;
}

async function runThrough(rig: Rig, changes: readonly Change[], count: number) {
  const { stack, users } = rig;
  const ids: string[] = [];
  const startedAtMs = performance.now();
  const turns = Array.from({ length: count }, (_, index) => index);
  await forEachInParallel(turns, submittersAtOnce, async (index) => {
    const user = users[index % users.length];
    // Users go round to the apis' turn again: without the shift each would always submit to that of its socket.
    const shift = Math.floor(index / users.length);
    const apiUrl = stack.apiUrls[(index + shift) % stack.apiUrls.length];
    if (user && apiUrl) ids.push(await submitVideo(rig, apiUrl, user));
  });
  const completed = () => changes.filter(({ status }) => status === 'completed');
  await waitUntil(() => new Set(completed().map(({ id }) => id)).size >= count, {
    limitMs: lostAfterMs,
    everyMs: 20,
  });
  return { ids, startedAtMs, endedAtMs: Math.max(...completed().map(({ atMs }) => atMs)) };
}

async function untilAllTold({ db }: Rig): Promise<void> {
  const isEmpty = async () => (await db.pool.query('select 1 from outbox limit 1')).rows.length === 0;
  if (!(await waitUntil(isEmpty, { limitMs: 60_000 }))) throw new Error('The outbox was never empty');
  await wait(doubledWithinMs);
}

function throughput(rounds: readonly Measured[]): Finding {
  const of = (processes: number) =>
    mean(rounds.filter((round) => round.processes === processes).map(({ perSecond }) => perSecond));
  const [one, two] = [of(1), of(2)];
  return {
    what: 'generations completed and told, two of each',
    measured: { value: two, unit: '/s' },
    reference: { what: 'one of each', value: one, unit: '/s' },
    target: `does not fall (at least ${minShare})`,
    isMet: two >= one * minShare,
  };
}

function events(rounds: readonly Measured[], processes: number): Finding[] {
  const own = rounds.filter((round) => round.processes === processes);
  return (['lost', 'doubled'] as const).map((what) => {
    const value = own.reduce((sum, round) => sum + round[what], 0);
    const words = `events ${what}, ${processes === 1 ? 'one' : 'two'} of each`;
    return { what: words, measured: { value, unit: 'events' }, target: 'none', isMet: value === 0 };
  });
}
