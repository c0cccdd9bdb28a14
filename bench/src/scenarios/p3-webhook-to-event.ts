import { getProvider } from '@atelier/catalog/server';
import { webhookPaths } from '@atelier/contract';
import { openSocketBaseline } from '../baselines/open-baseline.ts';
import { benchKind } from '../bench-input.ts';
import { connectViewers } from '../harness/connect-viewers.ts';
import { insertSubmittedGeneration, type SubmittedGeneration } from '../harness/generations.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { readUsage } from '../harness/process-usage.ts';
import { profileLoad } from '../harness/profile-load.ts';
import { readSigningKey, signWebhook } from '../harness/sign-webhook.ts';
import { type Arrivals, createArrivals, type Waits } from '../measure/arrivals.ts';
import { forEachInParallel, sendAtRate } from '../measure/call-in-parallel.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';

const perSecond = 200;
const lostAfterMs = 30_000;
/** Sent first and not counted: compiles code and opens connections. */
const warmUpSeconds = 3;
/** Length of the profiled load, which follows the measured one. */
const profiledSeconds = 10;
const maxFactors = { p50: 2, p99: 3 };

type Cpu = Record<'api' | 'worker', number | undefined>;
/** Unix times in ms of one event. */
type Times = { sent: number; seen: number };
type Stage = { what: string; ms: number[] };
type Measured = { waits: Waits; body: unknown; cpuMsEach: Cpu; stages: Stage[]; costs: Finding[] };

export const webhookToEventScenario: Scenario = {
  id: 'P3',
  title: 'webhook received to event in the browser, 200 finishing each second, files in place',
  isPerBackend: true,
  async run(context) {
    const socketCount = context.isQuick ? 500 : 2_000;
    const seconds = context.isQuick ? 5 : 20;
    const harness = await openHarness(context, { users: socketCount, workerProcesses: 1 });
    const product = await measureProduct(context, harness, seconds);
    const storeUrl = context.redisUrl ?? harness.stack.databaseUrl;
    const baseline = await measureBaseline(context, { storeUrl, socketCount, seconds, body: product.body });
    return compare(context, socketCount, product, baseline);
  },
};

async function measureProduct(
  context: ScenarioContext,
  harness: Harness,
  seconds: number,
): Promise<Measured> {
  const { resources, print } = context;
  const arrivals = createArrivals();
  const times = new Map<string, Times>();
  let body: unknown;
  const origin = harness.stack.url;
  const viewers = { url: harness.apiUrl, viewers: harness.users, resources };
  const readHeaders = ({ cookie }: { cookie: string }) => ({ origin, cookie });
  for (const client of await connectViewers({ ...viewers, readHeaders })) {
    client.on('generation:changed', (change) => {
      if (!('generation' in change) || change.generation.status !== 'completed') return;
      const { id } = change.generation;
      arrivals.arrived(id);
      const time = times.get(id);
      if (time) time.seen = Date.now();
      body = change;
    });
  }
  print(`${harness.users.length} sockets connected`);
  const measuredCount = perSecond * (warmUpSeconds + seconds);
  const profiledCount = context.profileFolder ? perSecond * profiledSeconds : 0;
  const generations = await insertGenerations(harness, measuredCount + profiledCount);
  const key = readSigningKey(harness);
  const userId = harness.emulator.webhookUserId;
  const webhooks = generations.map((generation) => ({
    ...generation,
    ...signWebhook(key, userId, generation.providerRequestId, getProvider(benchKind).sample),
  }));
  print(`${webhooks.length} webhooks to send`);
  const before = { api: readUsage('api').cpuSeconds, worker: readUsage('worker').cpuSeconds };
  const send = (index: number) => {
    const webhook = webhooks[index];
    if (!webhook) return;
    times.set(webhook.id, { sent: Date.now(), seen: Number.NaN });
    arrivals.sent(webhook.id);
    arrivals.watch(post(`${harness.apiUrl}${webhookPaths.video}?${webhook.query}`, webhook));
  };
  const waits = await measureWaits(arrivals, seconds, send);
  const cpuMsEach = cpuSince(before, measuredCount);
  const stages = await readStages(harness, times);
  const sendProfiled = async () => {
    await sendAtRate(perSecond, profiledCount, (index) => send(measuredCount + index));
    await arrivals.take(lostAfterMs);
    return profiledCount;
  };
  const costs =
    profiledCount > 0
      ? await profileLoad(context, harness, { processes: ['api', 'worker'], run: sendProfiled })
      : [];
  return { waits, body, cpuMsEach, stages, costs };
}

/** Where the time of an event goes, by the clock of this machine. */
async function readStages({ db }: Harness, times: ReadonlyMap<string, Times>): Promise<Stage[]> {
  const { rows } = await db.pool.query<{ id: string; received_at: Date; finished_at: Date }>(
    `select g.id, e.received_at, g.finished_at
       from generation g join provider_event e on e.generation_id = g.id
      where g.id = any($1) and g.finished_at is not null`,
    [[...times.keys()].slice(perSecond * warmUpSeconds)],
  );
  const stages: Stage[] = [
    { what: 'until the answer is stored, median', ms: [] },
    { what: 'from there until the end is stored, median', ms: [] },
    { what: 'from there until it is seen, median', ms: [] },
  ];
  for (const { id, received_at, finished_at } of rows) {
    const { sent, seen } = times.get(id) ?? { sent: Number.NaN, seen: Number.NaN };
    const points = [sent, received_at.getTime(), finished_at.getTime(), seen];
    for (const [index, { ms }] of stages.entries())
      ms.push((points[index + 1] ?? Number.NaN) - (points[index] ?? Number.NaN));
  }
  return stages;
}

async function measureWaits(
  arrivals: Arrivals,
  seconds: number,
  send: (index: number) => void,
): Promise<Waits> {
  const warmUpCount = perSecond * warmUpSeconds;
  await sendAtRate(perSecond, warmUpCount, send);
  await arrivals.take(lostAfterMs);
  await sendAtRate(perSecond, perSecond * seconds, (index) => send(warmUpCount + index));
  return arrivals.take(lostAfterMs);
}

async function insertGenerations({ db, users }: Harness, count: number): Promise<SubmittedGeneration[]> {
  const owners = Array.from({ length: count }, (_, index) => users[index % users.length]?.id ?? '');
  const generations: SubmittedGeneration[] = [];
  await forEachInParallel(owners, 10, async (owner, index) => {
    generations[index] = await insertSubmittedGeneration(db, owner);
  });
  return generations;
}

async function post(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
  const response = await fetch(url, { method: 'POST', headers, body });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`A webhook was answered ${response.status}: ${answer}`);
}

type BaselineOptions = { storeUrl: string; socketCount: number; seconds: number; body: unknown };

/** The same bodies at the same rate to as many sockets, published bare and emitted through bare Socket.IO. */
async function measureBaseline(
  { resources }: ScenarioContext,
  { storeUrl, socketCount, seconds, body }: BaselineOptions,
): Promise<Waits> {
  const baseline = await openSocketBaseline(resources, storeUrl);
  const arrivals = createArrivals();
  const viewers = Array.from({ length: socketCount }, (_, index) => String(index));
  const readHeaders = (viewer: string) => ({ 'x-user': viewer });
  const clients = await connectViewers({ url: baseline.url, viewers, readHeaders, resources });
  // Each socket has one event in flight at a time, so the socket identifies the event.
  const newest: string[] = [];
  for (const [index, client] of clients.entries())
    client.on('generation:changed', () => arrivals.arrived(newest[index] ?? ''));
  return measureWaits(arrivals, seconds, (index) => {
    const viewer = index % socketCount;
    newest[viewer] = String(index);
    arrivals.sent(String(index));
    baseline.publish(String(viewer), 'generation:changed', body);
  });
}

function cpuFindings(cpuMsEach: Cpu): Finding[] {
  return (['api', 'worker'] as const).flatMap((kind) => {
    const value = cpuMsEach[kind];
    return value
      ? [{ what: `CPU of the ${kind} per webhook`, measured: { value, unit: 'ms' as const } }]
      : [];
  });
}

function failureNotes(failures: readonly string[]): string[] {
  return failures.length === 0 ? [] : [`${failures.length} webhooks were refused, the first: ${failures[0]}`];
}

function cpuSince(before: Cpu, count: number): Cpu {
  const each = (kind: keyof Cpu) =>
    (((readUsage(kind).cpuSeconds ?? Number.NaN) - (before[kind] ?? Number.NaN)) * 1000) / count;
  return { api: each('api'), worker: each('worker') };
}

function compare(
  { backend }: ScenarioContext,
  socketCount: number,
  measured: Measured,
  baseline: Waits,
): ScenarioResult {
  const product = measured.waits;
  const bare = backend === 'redis' ? 'publish and emit' : 'NOTIFY and emit';
  const finding = (what: string, share: number, maxFactor?: number): Finding => {
    const value = percentile(product.ms, share);
    const reference = { what: bare, value: percentile(baseline.ms, share), unit: 'ms' as const };
    const isMet = value <= reference.value * (maxFactor ?? Number.NaN);
    const verdict = maxFactor === undefined ? {} : { target: `at most ${maxFactor} times`, isMet };
    return { what, measured: { value, unit: 'ms' }, reference, ...verdict };
  };
  return {
    findings: [
      finding('p50', 0.5, maxFactors.p50),
      finding('p99', 0.99, maxFactors.p99),
      finding('slowest', 1),
      ...measured.stages.map(({ what, ms }) => ({
        what,
        measured: { value: median(ms), unit: 'ms' as const },
      })),
      ...cpuFindings(measured.cpuMsEach),
      ...measured.costs,
    ],
    notes: [
      ...failureNotes(product.failures),
      `${socketCount} sockets, ${product.ms.length} events, ${product.lost} not seen within ${lostAfterMs / 1000} s.`,
      'From the sending of the webhook to the parsed event; sender and all sockets share one process.',
    ],
  };
}
