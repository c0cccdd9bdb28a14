import { getProvider } from '@atelier/catalog/server';
import { webhookPaths } from '@atelier/contract';
import { openProxyBaseline, type ProxyBaseline } from '../baselines/open-baseline.ts';
import { benchInput, benchKind } from '../bench-input.ts';
import { connectViewers } from '../harness/connect-viewers.ts';
import type { BenchUser } from '../harness/insert-users.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { readCpuSeconds, readUsage } from '../harness/process-usage.ts';
import { submitVideo } from '../harness/submit-video.ts';
import { type Sighting, type Watching, watchJobs } from '../harness/watch-jobs.ts';
import { countRequests } from '../measure/count-requests.ts';
import { percentile } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const pollIntervalMs = 5_000;
const metricsToken = 'bench-metrics-token';
const warmUpCount = 4;
const minFactors = { sooner: 100, fewer: 10, lessCpu: 10 };

type Size = Pick<Watching, 'watchers' | 'jobSeconds'>;
/** Delay of each finished job, and requests and CPU time per watcher; the latter per minute of the quiet period. */
type Measured = { delaysMs: number[]; requestsEach: number; cpuMsPerMinute: number };
type Product = Measured & { webhooksEach: number; workerCpuMsPerMinute: number };

export const pollingScenario: Scenario = {
  id: 'P4',
  title: "the same jobs watched by events, and by fal's own client polling through fal's own proxy",
  isPerBackend: true,
  async run(context) {
    const size = context.isQuick ? { watchers: 40, jobSeconds: 20 } : { watchers: 200, jobSeconds: 60 };
    const settings = { METRICS_TOKEN: metricsToken };
    const harness = await openHarness(context, { users: size.watchers, workerProcesses: 1, settings });
    const product = await measureProduct(context, harness, size);
    context.print('watched by events; now by polling');
    const peer = await measurePeer(context, harness, size);
    return {
      findings: compare(product, peer),
      notes: [
        `${size.watchers} watchers with one job each, held for ${size.jobSeconds / 2} s (CPU is of this time) and ended one by one over ${size.jobSeconds} s, so`,
        `that a job takes ${size.jobSeconds} s on average; from its end at the provider to the result at the watcher. Our result comes after`,
        "copying its file, the peer's links to fal's. The peer polls every 5 s and has neither sign-in nor database.",
        'While jobs wait at the provider there is no progress to report. Socket handshakes, one per page, are not counted.',
      ],
    };
  },
};

async function measureProduct(
  { resources }: ScenarioContext,
  harness: Harness,
  size: Size,
): Promise<Product> {
  const watch = await openSockets(resources, harness);
  for (let index = 0; index < warmUpCount; index += 1) await watch(index);
  const before = await readRequests(harness);
  const cpu = {
    api: createCpuWindow(() => readUsage('api')),
    worker: createCpuWindow(() => readUsage('worker')),
  };
  const onQuiet = (seconds: number) => {
    cpu.api.onQuiet(seconds);
    cpu.worker.onQuiet(seconds);
  };
  const delaysMs = await watchJobs(harness.emulator, { ...size, watch, onQuiet });
  const after = await readRequests(harness);
  const { watchers } = size;
  return {
    delaysMs,
    requestsEach: (after.browsers - before.browsers) / watchers,
    webhooksEach: (after.webhooks - before.webhooks) / watchers,
    cpuMsPerMinute: cpu.api.msPerMinute() / watchers,
    workerCpuMsPerMinute: cpu.worker.msPerMinute() / watchers,
  };
}

async function measurePeer({ resources }: ScenarioContext, harness: Harness, size: Size): Promise<Measured> {
  const peer = await openProxyBaseline(resources, harness.emulator.url);
  const watch = () => poll(peer);
  harness.emulator.control.reset();
  await Promise.all(Array.from({ length: warmUpCount }, watch));
  const before = await peer.countRequests();
  const cpu = createCpuWindow(() => ({ cpuSeconds: readCpuSeconds(peer.pid) }));
  const delaysMs = await watchJobs(harness.emulator, { ...size, watch, onQuiet: cpu.onQuiet });
  const requests = (await peer.countRequests()) - before;
  const { watchers } = size;
  return { delaysMs, requestsEach: requests / watchers, cpuMsPerMinute: cpu.msPerMinute() / watchers };
}

/** Opens one page per user; returns the function that makes one submit and wait. */
async function openSockets(resources: AsyncDisposableStack, harness: Harness): Promise<Watching['watch']> {
  const { apiUrl: url, users, stack, db } = harness;
  const arrived = new Map<string, PromiseWithResolvers<number>>();
  // An event may arrive before the answer to the submission.
  const readArrival = (id: string) => {
    const arrival = arrived.get(id) ?? Promise.withResolvers<number>();
    arrived.set(id, arrival);
    return arrival;
  };
  const readHeaders = ({ cookie }: BenchUser) => ({ origin: stack.url, cookie });
  for (const client of await connectViewers({ url, viewers: users, readHeaders, resources })) {
    client.on('generation:changed', (change) => {
      if (!('generation' in change)) return;
      const { id, status } = change.generation;
      if (status === 'completed') readArrival(id).resolve(Date.now());
    });
  }
  return async (index) => {
    const id = await submitVideo(harness, url, users[index] ?? { id: '', cookie: '' });
    const atMs = await readArrival(id).promise;
    const { rows } = await db.pool.query<{ requestId: string }>(
      'select provider_request_id as "requestId" from generation where id = $1',
      [id],
    );
    return { requestId: rows[0]?.requestId ?? '', atMs };
  };
}

async function poll({ client }: ProxyBaseline): Promise<Sighting> {
  const input = getProvider(benchKind).toRequest(benchInput).body;
  const endpoint = getProvider(benchKind).endpoint;
  const { requestId } = await client.subscribe(endpoint, { input, logs: true, pollInterval: pollIntervalMs });
  return { requestId, atMs: Date.now() };
}

async function readRequests({ apiUrl }: Harness): Promise<{ browsers: number; webhooks: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const response = await fetch(`${apiUrl}/metrics`, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`/metrics was answered ${response.status}: ${text}`);
  const counts = { browsers: 0, webhooks: 0 };
  const fromProvider = new Set<string>(Object.values(webhookPaths));
  for (const [route, count] of countRequests(text)) {
    if (fromProvider.has(route)) counts.webhooks += count;
    else if (route.startsWith('/api/')) counts.browsers += count;
  }
  return counts;
}

function createCpuWindow(read: () => { cpuSeconds: number | undefined }) {
  const readMs = () => (read().cpuSeconds ?? Number.NaN) * 1000;
  let startedAtMs = Number.NaN;
  let msPerMinute = Number.NaN;
  return {
    /** Called with 0 at the start and with the duration at the end. */
    onQuiet(seconds: number) {
      if (seconds === 0) startedAtMs = readMs();
      else msPerMinute = (readMs() - startedAtMs) / (seconds / 60);
    },
    msPerMinute: () => msPerMinute,
  };
}

function compare(product: Product, peer: Measured): Finding[] {
  const { sooner, fewer, lessCpu } = minFactors;
  const against = (
    what: string,
    [own, polled]: readonly [number, number],
    unit: 'ms' | 'calls',
    target: string,
    factor: number,
  ): Finding => ({
    what,
    measured: { value: own, unit },
    reference: { what: 'polling', value: polled, unit },
    target: `at least ${factor} times ${target}`,
    isMet: own * factor <= polled,
  });
  const delays = (share: number) =>
    [percentile(product.delaysMs, share), percentile(peer.delaysMs, share)] as const;
  const [slowest, slowestPolled] = delays(1);
  const cpu = [product.cpuMsPerMinute, peer.cpuMsPerMinute] as const;
  return [
    against('end of the job to visible result, p50', delays(0.5), 'ms', 'sooner', sooner),
    {
      what: 'slowest',
      measured: { value: slowest, unit: 'ms' },
      reference: { what: 'polling', value: slowestPolled, unit: 'ms' },
    },
    against("browsers' requests per job", [product.requestsEach, peer.requestsEach], 'calls', 'fewer', fewer),
    { what: "the provider's webhooks per job", measured: { value: product.webhooksEach, unit: 'calls' } },
    against('CPU of the server per watcher and minute', cpu, 'ms', 'less', lessCpu),
    { what: 'CPU of the worker beside it', measured: { value: product.workerCpuMsPerMinute, unit: 'ms' } },
  ];
}
