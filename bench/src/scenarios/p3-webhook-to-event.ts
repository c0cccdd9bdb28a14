import { providerOf } from '@atelier/catalog/server';
import { webhookPaths } from '@atelier/contract';
import { openSocketBaseline } from '../baselines/open-baseline.ts';
import { connectViewers } from '../harness/connect-viewers.ts';
import { benchKind, insertSubmittedGeneration, type SubmittedGeneration } from '../harness/generations.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { readUsage } from '../harness/process-usage.ts';
import { readSigningKey, signWebhook } from '../harness/sign-webhook.ts';
import { type Arrivals, createArrivals, type Waits } from '../measure/arrivals.ts';
import { forEachInParallel, sendAtRate } from '../measure/call-in-parallel.ts';
import { percentile } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';

const perSecond = 200;
const lostAfterMs = 30_000;
/** Sent first and not counted: compiles code and opens connections. */
const warmUpSeconds = 3;
const limits = { redis: { p50Ms: 15, p99Ms: 100 }, postgres: { p50Ms: 25, p99Ms: 200 } };

type Cpu = Record<'api' | 'worker', number | undefined>;
type Measured = { waits: Waits; body: unknown; cpuMsEach: Cpu };

export const webhookToEventScenario: Scenario = {
  id: 'P3',
  title: 'webhook received to event in the browser, 200 finishing each second, files in place',
  isPerBackend: true,
  async run(context) {
    const socketCount = context.isQuick ? 500 : 2_000;
    const seconds = context.isQuick ? 5 : 20;
    const harness = await openHarness(context, { users: socketCount, workerProcesses: 1 });
    const product = await measureProduct(context, harness, seconds);
    const baseline = await measureBaseline(context, socketCount, seconds, product.body);
    return compare(context, socketCount, product, baseline);
  },
};

async function measureProduct(
  { resources, say }: ScenarioContext,
  harness: Harness,
  seconds: number,
): Promise<Measured> {
  const arrivals = createArrivals();
  let body: unknown;
  const origin = harness.stack.url;
  const viewers = { url: harness.apiUrl, viewers: harness.users, resources };
  const headersOf = ({ cookie }: { cookie: string }) => ({ origin, cookie });
  for (const client of await connectViewers({ ...viewers, headersOf })) {
    client.on('generation:changed', (change) => {
      if (!('generation' in change) || change.generation.status !== 'completed') return;
      arrivals.arrived(change.generation.id);
      body = change;
    });
  }
  say(`${harness.users.length} sockets connected`);
  const generations = await insertGenerations(harness, perSecond * (warmUpSeconds + seconds));
  const key = readSigningKey(harness);
  const userId = harness.emulator.webhookUserId;
  const webhooks = generations.map((generation) => ({
    ...generation,
    ...signWebhook(key, userId, generation.providerRequestId, providerOf(benchKind).sample),
  }));
  say(`${webhooks.length} webhooks to send`);
  const before = { api: readUsage('api').cpuSeconds, worker: readUsage('worker').cpuSeconds };
  const waits = await measureWaits(arrivals, seconds, (index) => {
    const webhook = webhooks[index];
    if (!webhook) return;
    arrivals.sent(webhook.id);
    arrivals.watch(post(`${harness.apiUrl}${webhookPaths.video}?${webhook.query}`, webhook));
  });
  return { waits, body, cpuMsEach: cpuSince(before, webhooks.length) };
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

/** The same bodies at the same rate to as many sockets, through bare Socket.IO. */
async function measureBaseline(
  { resources }: ScenarioContext,
  socketCount: number,
  seconds: number,
  body: unknown,
): Promise<Waits> {
  const baseline = await openSocketBaseline(resources);
  const arrivals = createArrivals();
  const viewers = Array.from({ length: socketCount }, (_, index) => String(index));
  const headersOf = (viewer: string) => ({ 'x-user': viewer });
  const clients = await connectViewers({ url: baseline.url, viewers, headersOf, resources });
  // Each socket has one event in flight at a time, so the socket identifies the event.
  const newest: string[] = [];
  for (const [index, client] of clients.entries())
    client.on('generation:changed', () => arrivals.arrived(newest[index] ?? ''));
  return measureWaits(arrivals, seconds, (index) => {
    const viewer = index % socketCount;
    newest[viewer] = String(index);
    arrivals.sent(String(index));
    baseline.emit(String(viewer), 'generation:changed', body);
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
  const { p50Ms, p99Ms } = limits[backend];
  const finding = (what: string, share: number, limitMs?: number): Finding => {
    const value = percentile(product.ms, share);
    const reference = { what: 'emit alone', value: percentile(baseline.ms, share), unit: 'ms' as const };
    const verdict = limitMs === undefined ? {} : { target: `under ${limitMs} ms`, isMet: value < limitMs };
    return { what, measured: { value, unit: 'ms' }, reference, ...verdict };
  };
  return {
    findings: [
      finding('p50', 0.5, p50Ms),
      finding('p99', 0.99, p99Ms),
      finding('slowest', 1),
      ...cpuFindings(measured.cpuMsEach),
    ],
    notes: [
      ...failureNotes(product.failures),
      `${socketCount} sockets, ${product.ms.length} events, ${product.lost} not seen within ${lostAfterMs / 1000} s.`,
      'From the sending of the webhook to the parsed event; sender and all sockets share one process.',
    ],
  };
}
