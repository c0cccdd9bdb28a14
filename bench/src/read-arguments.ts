import { parseArgs } from 'node:util';
import type { Backend } from './row.ts';

export type Arguments = {
  /** Upper case, in the order given; empty means all. */
  rowIds: string[];
  isQuick: boolean;
  isProfiling: boolean;
  /** Absent: both, as far as there is a Redis. */
  backend: Backend | undefined;
};

const usage = `npm run bench -- [P1 P2 ...] [options]
  P1 P2 ... P12               rows to measure; without any, all of them
  --quick                     small and short: shows that it works, its figures prove nothing
  --backend redis|postgres    one queue backend instead of both
  --profile                   CPU profiles of api and worker in bench-results/profiles`;

/** Throws an Error whose message is for the terminal. */
export function readArguments(argv: readonly string[], knownIds: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      backend: { type: 'string' },
    },
  });
  const rowIds = positionals.map((id) => id.toUpperCase());
  const unknown = rowIds.filter((id) => !knownIds.includes(id));
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.\n${usage}`);
  const { backend } = values;
  if (backend !== undefined && backend !== 'redis' && backend !== 'postgres')
    throw new Error(`There is no backend "${backend}".\n${usage}`);
  return { rowIds, isQuick: values.quick, isProfiling: values.profile, backend };
}
