import { createHash, randomUUID } from 'node:crypto';
import { reserveGeneration } from '@atelier/db';
import pg from 'pg';
import { reserveBaseline } from '../baselines/reserve-baseline.ts';
import { newGeneration } from '../harness/generations.ts';
import { checkLedger, type Harness, openHarness } from '../harness/open-harness.ts';
import { readUsage } from '../harness/process-usage.ts';
import { profileLoad } from '../harness/profile-load.ts';
import { createVideoCall, inTurn } from '../harness/submit-video.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { loadHttp } from '../measure/load-http.ts';
import { type Load, median, medianLoad } from '../measure/statistics.ts';
import type { Backend, Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';

const callers = 32;
const userCount = 1_000;
const shareOfBaseline = { redis: 1 / 2, postgres: 1 / 3 };
const maxP99Factor = 10;

type Loads = { baseline: Load[]; statement: Load[]; api: Load[]; apiCpuMs: number[] };

export const createVideoScenario: Scenario = {
  id: 'P1',
  title: 'POST /api/wan/createVideo, whole path, 32 connections, 1,000 paying users',
  isPerBackend: true,
  async run(context) {
    const harness = await openHarness(context, { users: userCount, workerProcesses: 0 });
    const pool = openBaselinePool(harness, context);
    const loads = await measureInTurn(context, harness, pool);
    await checkLedger(harness);
    const { findings, notes } = compare(context.backend, loads);
    const nextUser = inTurn(harness.users);
    const nextCall = () => createVideoCall(nextUser(), harness.stack.url);
    const costs = context.profileFolder
      ? await profileLoad(context, harness, {
          processes: ['api'],
          run: async () =>
            (await loadHttp({ url: harness.apiUrl, connections: callers, durationSeconds: 10, nextCall }))
              .count,
        })
      : [];
    return { findings: [...findings, ...costs], notes };
  },
};

function openBaselinePool({ stack }: Harness, { resources }: ScenarioContext): pg.Pool {
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: callers });
  resources.defer(() => pool.end());
  return pool;
}

/** Rounds alternate, so that growing tables and other load affect all alike. The first of each is a warm-up. */
async function measureInTurn(
  { isQuick, print }: ScenarioContext,
  harness: Harness,
  pool: pg.Pool,
): Promise<Loads> {
  const loads: Loads = { baseline: [], statement: [], api: [], apiCpuMs: [] };
  const nextUser = inTurn(harness.users);
  const bodySha256 = createHash('sha256').update('bench').digest();
  const rounds = isQuick ? 1 : 3;
  for (let round = 0; round <= rounds; round += 1) {
    const durationSeconds = round === 0 || isQuick ? 2 : 6;
    const baseline = await callInParallel({ callers, durationSeconds }, () =>
      reserveBaseline(pool, nextUser().id),
    );
    const statement = await callInParallel({ callers, durationSeconds }, () =>
      reserveGeneration(pool, {
        ...newGeneration(nextUser().id),
        idempotency: { key: randomUUID(), bodySha256 },
      }),
    );
    const cpuBefore = readUsage('api').cpuSeconds;
    const nextCall = () => createVideoCall(nextUser(), harness.stack.url);
    const api = await loadHttp({ url: harness.apiUrl, connections: callers, durationSeconds, nextCall });
    const cpuSeconds = (readUsage('api').cpuSeconds ?? Number.NaN) - (cpuBefore ?? Number.NaN);
    if (round === 0) continue;
    for (const [name, load] of Object.entries({ baseline, statement, api }))
      print(`round ${round}, ${name}: ${Math.round(load.perSecond)}/s, p99 ${load.p99Ms.toFixed(1)} ms`);
    loads.baseline.push(baseline);
    loads.statement.push(statement);
    loads.api.push(api);
    loads.apiCpuMs.push((cpuSeconds * 1000) / api.count);
  }
  return loads;
}

function compare(backend: Backend, loads: Loads): ScenarioResult {
  const baseline = medianLoad(loads.baseline);
  const statement = medianLoad(loads.statement);
  const api = medianLoad(loads.api);
  const share = shareOfBaseline[backend];
  const baselinePerSecond = { what: 'bare reservation', value: baseline.perSecond, unit: '/s' } as const;
  return {
    findings: [
      {
        what: 'submissions answered',
        measured: { value: api.perSecond, unit: '/s' },
        reference: baselinePerSecond,
        target: `at least 1/${1 / share}`,
        isMet: api.perSecond >= baseline.perSecond * share,
      },
      {
        what: 'p99',
        measured: { value: api.p99Ms, unit: 'ms' },
        reference: { what: 'bare reservation', value: baseline.p99Ms, unit: 'ms' },
        target: `under ${maxP99Factor} times`,
        isMet: api.p99Ms < baseline.p99Ms * maxP99Factor,
      },
      { what: 'p50', measured: { value: api.p50Ms, unit: 'ms' } },
      { what: 'CPU of the api per submission', measured: { value: median(loads.apiCpuMs), unit: 'ms' } },
      {
        what: "the product's statement alone",
        measured: { value: statement.perSecond, unit: '/s' },
        reference: baselinePerSecond,
      },
    ],
    notes: [
      'Medians of interleaved rounds. No worker runs: jobs are only enqueued. Baseline: three writes in one',
      `statement through pg, prepared, ${callers} callers on ${callers} connections of the same server.`,
    ],
  };
}
