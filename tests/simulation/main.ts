// `npm run simulate -- --seed N --schedules N [--minutes N] [--mutation NAME | --mutations]`
import { parseArgs } from 'node:util';
import { fromSeed } from './choices.ts';
import { type Mutation, mutations } from './mutations.ts';
import { openSimulation } from './simulate.ts';

/** Most schedules that a mutation may need until it is found. */
const mutationLimit = 2_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '1000' },
    /** Ends the run of the product after that time, with as many schedules as it has played; not the search for mistakes. */
    minutes: { type: 'string' },
    /** Runs with this mistake in the product. */
    mutation: { type: 'string' },
    /** Shows what happens in the first schedule. */
    trace: { type: 'boolean', default: false },
    /** Afterwards finds each of the planted mistakes. */
    mutations: { type: 'boolean', default: false },
  },
});
const [seed, schedules] = [Number(values.seed), Number(values.schedules)];
const limitMs = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000;
const single = mutations.find(({ name }) => name === values.mutation);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(schedules) || schedules < 0)
  throw new Error('--seed and --schedules are whole numbers');
if (!(limitMs > 0)) throw new Error('--minutes is a number above 0');
if (values.mutation !== undefined && !single)
  throw new Error(`No mutation is called so. There are: ${mutations.map(({ name }) => name).join(', ')}`);

const simulation = await openSimulation();
if (values.trace) console.log((await simulation.run(fromSeed(seed), single)).trace().join('\n'));
let isRight = await simulate(schedules, single);
if (values.mutations)
  for (const mutation of mutations) isRight = !(await simulate(mutationLimit, mutation)) && isRight;
await simulation.close();
process.exitCode = isRight ? 0 : 1;

/** One line of JSON per run. True when no schedule failed. A failure of the product itself is shortened and shown. */
async function simulate(limit: number, mutation: Mutation | undefined): Promise<boolean> {
  const startedMs = performance.now();
  const first = values.mutations ? (mutation?.firstSeed ?? seed) : seed;
  const isOver = () => mutation === undefined && performance.now() - startedMs >= limitMs;
  const { schedules: count, failure } = await simulation.findFailure({
    seed: first,
    schedules: limit,
    mutation,
    isOver,
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  if (failure && !values.mutations) {
    const { trace, violations } = await simulation.shrink(failure.result, mutation);
    console.error(`${trace().join('\n')}\n\n${violations.join('\n')}\n`);
  }
  console.log(
    JSON.stringify({
      mutation: mutation?.name ?? null,
      seed: first,
      schedules: count,
      seconds: Number(seconds.toFixed(1)),
      failedSeed: failure?.seed ?? null,
      replayed: mutation ? undefined : await simulation.countReplays({ seed, schedules: Math.min(limit, 5) }),
      violation: failure?.result.violations[0] ?? null,
    }),
  );
  return failure === undefined;
}
