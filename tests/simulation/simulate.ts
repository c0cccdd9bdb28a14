// Runs schedules until one fails, and makes a failing one as short as it gets.
import { type Choices, fromList, fromSeed } from './choices.ts';
import { type Database, openDatabase } from './database.ts';
import { loadOperations, mutate } from './load-operations.ts';
import type { Mutation } from './mutations.ts';
import { runSchedule, type ScheduleResult } from './run-schedule.ts';

export type Simulation = {
  run(choices: Choices, mutation?: Mutation): Promise<ScheduleResult>;
  /** Plays up to `schedules` from `seed` on until one fails or it is over; resolves to how many it played, and that failure. */
  findFailure(options: FindOptions): Promise<{ schedules: number; failure: Failure | undefined }>;
  shrink(failing: ScheduleResult, mutation?: Mutation): Promise<ScheduleResult>;
  /** How many of these schedules happen once more exactly as before. */
  countReplays(options: Pick<FindOptions, 'seed' | 'schedules'>): Promise<number>;
  close(): Promise<void>;
};

type Failure = { seed: number; result: ScheduleResult };

export type FindOptions = {
  seed: number;
  schedules: number;
  mutation?: Mutation | undefined;
  isOver?: () => boolean;
};

/** Two machines: what their modules remember is their own. */
const machineNames = ['1', '2'];

export async function openSimulation(): Promise<Simulation> {
  const database = await openDatabase();
  const functions = mutateFunctions(database);
  const loaded = new Map<string, ReturnType<typeof loadOperations>[]>();

  async function run(choices: Choices, mutation?: Mutation): Promise<ScheduleResult> {
    const name = mutation?.name ?? '';
    const machines = loaded.get(name) ?? machineNames.map((machine) => loadOperations(machine, mutation));
    loaded.set(name, machines);
    functions.use(mutation);
    return runSchedule({ database, machines: await Promise.all(machines), planned: mutation?.plan }, choices);
  }

  return {
    run,
    async findFailure({ seed: first, schedules, mutation, isOver = () => false }) {
      let seed = first;
      for (; seed < first + schedules && !isOver(); seed += 1) {
        const result = await run(fromSeed(seed), mutation);
        if (result.violations.length > 0) return { schedules: seed - first + 1, failure: { seed, result } };
      }
      return { schedules: seed - first, failure: undefined };
    },
    async shrink(failing, mutation) {
      const isFailing = async (decisions: readonly number[]) =>
        (await run(fromList(decisions), mutation)).violations.length > 0;
      return run(fromList(await shrinkDecisions(failing.decisions, isFailing)), mutation);
    },
    async countReplays({ seed: first, schedules }) {
      let same = 0;
      for (let seed = first; seed < first + schedules; seed += 1) {
        const result = await run(fromSeed(seed));
        const again = await run(fromList(result.decisions));
        if (again.trace().join() === result.trace().join()) same += 1;
      }
      return same;
    },
    close: () => database.close(),
  };
}

/** Functions of the database, which all machines share, with the mistakes of the mutation that runs. */
function mutateFunctions(database: Database) {
  let current: Mutation | undefined;
  const originals: string[] = [];

  function use(mutation: Mutation | undefined): void {
    if (mutation === current) return;
    for (const original of originals.splice(0)) database.sql(original);
    current = mutation;
    for (const [signature, changes] of Object.entries(mutation?.functions ?? {})) {
      const [row] = database.sql('select pg_get_functiondef($1::regprocedure) as source', [signature]);
      const source = String(row?.source);
      originals.push(source);
      database.sql(mutate(source, { name: mutation?.name ?? '', file: signature }, changes));
    }
  }

  return { use };
}

const maxAttempts = 300;

/** Cuts decisions off the end and makes ever smaller blocks of them harmless, as long as it still fails. */
export async function shrinkDecisions(
  failing: readonly number[],
  stillFails: (decisions: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let best = failing;
  let attempts = 0;
  const attempt = async (decisions: readonly number[]): Promise<boolean> => {
    attempts += 1;
    if (attempts > maxAttempts || !(await stillFails(decisions))) return false;
    best = decisions;
    return true;
  };
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    while (best.length > size && (await attempt(best.slice(0, -size))));
    for (let from = 0; from < best.length; from += size) {
      const isIn = (index: number) => index >= from && index < from + size;
      if (best.some((decision, index) => isIn(index) && decision !== 0))
        await attempt(best.map((decision, index) => (isIn(index) ? 0 : decision)));
    }
  }
  return best;
}
