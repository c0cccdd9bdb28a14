import { parseArgs } from 'node:util';
import type { Backend } from './scenario.ts';

export type Arguments = {
  /** Upper case, in the given order; empty means all. */
  scenarioIds: string[];
  isQuick: boolean;
  isProfiling: boolean;
  /** Backend to measure; by default both, if there is a Redis. */
  backend: Backend | undefined;
  /** How many generations P15 ends with; by default its own size. */
  generations: number | undefined;
};

const usage = `npm run bench -- [P1 P2 ...] [options]
  P1 P2 ... P12               scenarios to measure; by default all
  --quick                     small and short: checks that it works; the figures are meaningless
  --backend redis|postgres    measure one queue backend instead of both
  --generations N             what P15 fills up to, from 1,000,000 on
  --profile                   CPU profiles of api and worker in bench-results/profiles; P1 and P3 also print what one costs`;

/** Throws an Error with a message for the terminal. */
export function readArguments(argv: readonly string[], knownIds: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      backend: { type: 'string' },
      generations: { type: 'string' },
    },
  });
  const scenarioIds = positionals.map((id) => id.toUpperCase());
  const unknown = scenarioIds.filter((id) => !knownIds.includes(id));
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.\n${usage}`);
  const { backend } = values;
  if (backend !== undefined && backend !== 'redis' && backend !== 'postgres')
    throw new Error(`There is no backend "${backend}".\n${usage}`);
  const generations = values.generations === undefined ? undefined : Number(values.generations);
  if (generations !== undefined && !(Number.isSafeInteger(generations) && generations >= 1_000_000))
    throw new Error(`"${values.generations}" is not a number of generations from 1,000,000 on.\n${usage}`);
  return { scenarioIds, isQuick: values.quick, isProfiling: values.profile, backend, generations };
}
