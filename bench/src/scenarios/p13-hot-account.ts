import { createHash, randomUUID } from 'node:crypto';
import { groupReservations, reserveGeneration } from '@atelier/db';
import pg from 'pg';
import { reserveBaseline } from '../baselines/reserve-baseline.ts';
import { newGeneration } from '../harness/generations.ts';
import { insertUsers } from '../harness/insert-users.ts';
import { checkLedger, openHarness } from '../harness/open-harness.ts';
import { callInParallel } from '../measure/call-in-parallel.ts';
import { type Load, medianLoad } from '../measure/statistics.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const callers = 64;
const minPerSecond = 3_000;
const maxP99Ms = 50;

type Loads = Record<'bare' | 'alone' | 'together', Load[]>;

export const hotAccountScenario: Scenario = {
  id: 'P13',
  title: `reservations on one account, ${callers} connections`,
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
    const pool = new pg.Pool({ connectionString: harness.stack.databaseUrl, max: callers });
    context.resources.defer(() => pool.end());
    const [user] = await insertUsers(harness.db.pool, 1);
    if (!user) throw new Error('There is no user');
    const loads = await measureInTurn(context, pool, user.id);
    await checkLedger(harness);
    const [bare, alone, together] = [
      medianLoad(loads.bare),
      medianLoad(loads.alone),
      medianLoad(loads.together),
    ];
    const what = 'bare reservation';
    return {
      findings: [
        {
          what: 'reservations as the api makes them',
          measured: { value: together.perSecond, unit: '/s' },
          reference: { what, value: bare.perSecond, unit: '/s' },
          target: `at least ${minPerSecond}/s`,
          isMet: together.perSecond >= minPerSecond,
        },
        {
          what: 'p99',
          measured: { value: together.p99Ms, unit: 'ms' },
          reference: { what, value: bare.p99Ms, unit: 'ms' },
          target: `under ${maxP99Ms} ms`,
          isMet: together.p99Ms < maxP99Ms,
        },
        { what: 'p50', measured: { value: together.p50Ms, unit: 'ms' } },
        {
          what: "the product's statement for one",
          measured: { value: alone.perSecond, unit: '/s' },
          reference: { what, value: bare.perSecond, unit: '/s' },
        },
      ],
      notes: [
        'Medians of interleaved rounds. One process, which also generates the load. The bare statement writes balance,',
        'generation and ledger entry; ours writes idempotency key and outbox row as well.',
      ],
    };
  },
};

/** Rounds alternate, so that growing tables and other load affect all alike. The first of each is a warm-up. */
async function measureInTurn(
  { isQuick, print }: ScenarioContext,
  pool: pg.Pool,
  userId: string,
): Promise<Loads> {
  const loads: Loads = { bare: [], alone: [], together: [] };
  const bodySha256 = createHash('sha256').update('bench').digest();
  const generation = () => ({
    ...newGeneration(userId),
    idempotency: { key: randomUUID(), bodySha256 },
  });
  const reserve = groupReservations(pool);
  const calls = {
    bare: () => reserveBaseline(pool, userId),
    alone: () => reserveGeneration(pool, generation()),
    together: async () => {
      const reservation = await reserve(generation());
      if (!reservation.ok) throw new Error(`The reservation was refused: ${reservation.reason}`);
    },
  };
  for (let round = 0; round <= (isQuick ? 1 : 3); round += 1) {
    const durationSeconds = round === 0 || isQuick ? 2 : 6;
    for (const [name, call] of Object.entries(calls) as [keyof Loads, () => Promise<unknown>][]) {
      const load = await callInParallel({ callers, durationSeconds }, call);
      if (round === 0) continue;
      print(`round ${round}, ${name}: ${Math.round(load.perSecond)}/s, p99 ${load.p99Ms.toFixed(1)} ms`);
      loads[name].push(load);
    }
  }
  return loads;
}
