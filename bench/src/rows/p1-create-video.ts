import { createHash, randomUUID } from 'node:crypto';
import { findLedgerProblems, reserveGeneration } from '@atelier/db';
import pg from 'pg';
import { reserveBarely } from '../floors/reserve-barely.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { type Load, medianLoad } from '../measure/load.ts';
import { loadHttp } from '../measure/load-http.ts';
import { median } from '../measure/statistics.ts';
import { createVideoCall, inTurn } from '../rig/create-video-call.ts';
import { newGeneration } from '../rig/new-generation.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import { readUsage } from '../rig/process-usage.ts';
import type { Backend, Row, RowContext, RowResult } from '../row.ts';

const callers = 32;
const userCount = 1_000;
const shareOfFloor = { redis: 1 / 4, postgres: 1 / 6 };
const maxP99Factor = 10;

type Loads = { floor: Load[]; statement: Load[]; api: Load[]; apiCpuMs: number[] };

export const createVideoRow: Row = {
  id: 'P1',
  title: 'POST /api/wan/createVideo, whole path, 32 connections, 1,000 paying users',
  isPerBackend: true,
  async run(context) {
    const rig = await openRig(context, { users: userCount, workerProcesses: 0 });
    const pool = openFloorPool(rig, context);
    const loads = await measureInTurn(context, rig, pool);
    const problems = await findLedgerProblems(rig.db.pool);
    if (problems.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(problems[0])}`);
    return compare(context.backend, loads);
  },
};

function openFloorPool({ stack }: Rig, { resources }: RowContext): pg.Pool {
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: callers });
  resources.defer(() => pool.end());
  return pool;
}

/** Rounds alternate, so that growing tables and a changing machine touch all alike. The first of each is a warm-up. */
async function measureInTurn({ isQuick, say }: RowContext, rig: Rig, pool: pg.Pool): Promise<Loads> {
  const loads: Loads = { floor: [], statement: [], api: [], apiCpuMs: [] };
  const nextUser = inTurn(rig.users);
  const bodySha256 = createHash('sha256').update('bench').digest();
  const rounds = isQuick ? 1 : 3;
  for (let round = 0; round <= rounds; round += 1) {
    const durationSeconds = round === 0 || isQuick ? 2 : 6;
    const floor = await callInParallel({ callers, durationSeconds }, () =>
      reserveBarely(pool, nextUser().id),
    );
    const statement = await callInParallel({ callers, durationSeconds }, () =>
      reserveGeneration(pool, {
        ...newGeneration(nextUser().id),
        idempotency: { key: randomUUID(), bodySha256 },
      }),
    );
    const cpuBefore = readUsage('api').cpuSeconds;
    const nextCall = () => createVideoCall(nextUser(), rig.stack.url);
    const api = await loadHttp({ url: rig.apiUrl, connections: callers, durationSeconds, nextCall });
    const cpuSeconds = (readUsage('api').cpuSeconds ?? Number.NaN) - (cpuBefore ?? Number.NaN);
    if (round === 0) continue;
    for (const [name, load] of Object.entries({ floor, statement, api }))
      say(`round ${round}, ${name}: ${Math.round(load.perSecond)}/s, p99 ${load.p99Ms.toFixed(1)} ms`);
    loads.floor.push(floor);
    loads.statement.push(statement);
    loads.api.push(api);
    loads.apiCpuMs.push((cpuSeconds * 1000) / api.count);
  }
  return loads;
}

function compare(backend: Backend, loads: Loads): RowResult {
  const floor = medianLoad(loads.floor);
  const statement = medianLoad(loads.statement);
  const api = medianLoad(loads.api);
  const share = shareOfFloor[backend];
  const floorPerSecond = { what: 'bare reservation', value: floor.perSecond, unit: '/s' } as const;
  return {
    findings: [
      {
        what: 'submissions answered',
        measured: { value: api.perSecond, unit: '/s' },
        reference: floorPerSecond,
        target: `at least 1/${1 / share}`,
        isMet: api.perSecond >= floor.perSecond * share,
      },
      {
        what: 'p99',
        measured: { value: api.p99Ms, unit: 'ms' },
        reference: { what: 'bare reservation', value: floor.p99Ms, unit: 'ms' },
        target: `under ${maxP99Factor} times`,
        isMet: api.p99Ms < floor.p99Ms * maxP99Factor,
      },
      { what: 'p50', measured: { value: api.p50Ms, unit: 'ms' } },
      { what: 'CPU of the api each', measured: { value: median(loads.apiCpuMs), unit: 'ms' } },
      {
        what: "the product's statement alone",
        measured: { value: statement.perSecond, unit: '/s' },
        reference: floorPerSecond,
      },
    ],
    notes: [
      'Medians of interleaved rounds. No worker runs: jobs are enqueued and stay. Floor: three writes in one',
      `statement through pg, prepared, ${callers} callers on ${callers} connections of the same server.`,
    ],
  };
}
