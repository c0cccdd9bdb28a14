import {
  claimDueGenerations,
  connectDb,
  countLibraryFacets,
  type Db,
  listLibraryPage,
  markGenerationEnded,
  reserveGeneration,
  walkLibrary,
} from '@atelier/db';
import pg from 'pg';
import { newGeneration } from '../harness/generations.ts';
import { insertUsers } from '../harness/insert-users.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { addPartitions, partitionByOwner, partitionGenerations } from '../harness/partition-generations.ts';
import { median } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

/** One is the table as it is. Months of two and of five years; years of five, and quarters of a year and a half. */
const partitions = { full: [1, 6, 24, 60], small: [1, 6] };
const ownerPartitions = 16;
const rounds = { full: 150, small: 8 };
/** Named statements are planned again the first five times. */
const warmUp = 6;

type Times = Map<string, number[]>;

/** Times of the same statements on one connection when `generation` has partitions, most of them empty. */
export const partitionScenario: Scenario = {
  id: 'P22',
  title: 'generation in partitions by ranges of ids',
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
    const owner = new pg.Client({ connectionString: harness.stack.adminUrl });
    await owner.connect();
    context.resources.defer(() => owner.end());
    const findings: Finding[] = [];
    let reference: Times | undefined;
    let before = 1;
    for (const count of partitions[context.isQuick ? 'small' : 'full']) {
      if (count > 1 && before === 1) await partitionGenerations(owner);
      await addPartitions(owner, before, count);
      before = count;
      const repetitions = rounds[context.isQuick ? 'small' : 'full'];
      const times = await measure(harness, repetitions);
      reference ??= times;
      findings.push(...compare(times, reference, count === 1 ? undefined : `${count} partitions`));
      context.print(`${count} measured`);
    }
    findings.push(...(await measureByOwner(context, reference)));
    return {
      findings,
      notes: [
        'Medians on one connection that does nothing else, of a user of a few hundred generations, all in one partition.',
        'By owner: no foreign key refers to a generation, as its id alone is no key any more.',
        '"generic": named statements with plan_cache_mode = force_generic_plan, which prune while they run.',
      ],
    };
  },
};

/** The same in a database of its own whose partitions are by the owner, of whom every list and no statement by id knows. */
async function measureByOwner(context: ScenarioContext, reference: Times | undefined): Promise<Finding[]> {
  const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
  const owner = new pg.Client({ connectionString: harness.stack.adminUrl });
  await owner.connect();
  context.resources.defer(() => owner.end());
  await partitionByOwner(owner, ownerPartitions);
  const times = await measure(harness, rounds[context.isQuick ? 'small' : 'full']);
  context.print(`${ownerPartitions} by owner measured`);
  return compare(times, reference ?? times, `${ownerPartitions} by owner`);
}

async function measure(harness: Harness, repetitions: number): Promise<Times> {
  const times: Times = new Map();
  for (const mode of ['auto', 'force_generic_plan']) {
    const url = new URL(harness.stack.databaseUrl);
    url.searchParams.set('options', `-c plan_cache_mode=${mode}`);
    // A connection of its own, so that no plan is older than the partitions.
    const db = connectDb({
      databaseUrl: url.href,
      applicationName: 'atelier-bench',
      maxConnections: 1,
      onError: () => undefined,
    });
    try {
      await measureOn(db, repetitions, mode === 'auto' ? '' : ', generic', times);
    } finally {
      await db.close();
    }
  }
  return times;
}

async function measureOn(db: Db, repetitions: number, suffix: string, times: Times): Promise<void> {
  const [user] = await insertUsers(db.pool, 1);
  const scope = (search: string) => ({ userId: user?.id ?? '', filter: { search, zone: 'UTC' } });
  for (let round = 0; round < repetitions + warmUp; round += 1) {
    const time = async (name: string, work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      if (round >= warmUp) times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
    };
    const generation = newGeneration(scope('').userId);
    const { id: generationId, costCredits: chargeCredits } = generation;
    const ending = { generationId, status: 'completed', chargeCredits, error: null } as const;
    await time(`reservation${suffix}`, () => reserveGeneration(db.pool, generation));
    await time(`end${suffix}`, () => markGenerationEnded(db.pool, ending));
    await time(`sweep${suffix}`, () => claimDueGenerations(db.pool));
    // These have no name, and are planned each time.
    if (suffix !== '') continue;
    await time('library, newest 60', () => walkLibrary(db, scope(''), { limit: 60 }));
    await time('library, page 1', () => listLibraryPage(db, scope(''), { page: 1, pageSize: 20 }));
    await time('search', () => listLibraryPage(db, scope('xylophone'), { page: 1, pageSize: 20 }));
    await time('facets', () => countLibraryFacets(db, scope('')));
  }
}

function compare(times: Times, reference: Times, division: string | undefined): Finding[] {
  return [...times].map(([name, own]) => ({
    what: `${name}, ${division ?? 'no partitions'}`,
    measured: { value: median(own), unit: 'ms' },
    ...(division !== undefined && {
      reference: { what: 'none', value: median(reference.get(name) ?? []), unit: 'ms' },
    }),
  }));
}
