import { parseCommand, readChoice, readNumber } from '@atelier/dev-stack/parse-command';

export type Arguments = ReturnType<typeof readArguments>;

const usage = `npm run bench -- [P1 P2 ...] [options]
  P1 P2 ... P12               scenarios to measure; by default all
  --quick                     small and short: checks that it works; the figures are meaningless
  --backend redis|postgres    measure one queue backend instead of both
  --generations N             what P15 fills up to, from 1,000,000 on
  --profile                   CPU profiles of api and worker in bench-results/profiles; P1 and P3 also print what one costs`;

/** Throws an Error with a message for the terminal. The ids of scenarios are in upper case; none means all. */
export function readArguments(argv: readonly string[], knownIds: readonly string[]) {
  const options = {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    backend: { type: 'string' },
    generations: { type: 'string' },
  } as const;
  return parseCommand(
    usage,
    { args: [...argv], allowPositionals: true, options },
    ({ values, positionals }) => {
      const scenarioIds = positionals.map((id) => id.toUpperCase());
      const unknown = scenarioIds.filter((id) => !knownIds.includes(id));
      if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.`);
      return {
        scenarioIds,
        isQuick: values.quick,
        isProfiling: values.profile,
        backend: readChoice('backend', values.backend, ['redis', 'postgres']),
        generations: readNumber('generations', values.generations, 1_000_000),
      };
    },
  );
}
