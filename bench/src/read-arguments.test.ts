import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

describe('readArguments', () => {
  it('reads scenario ids in any case, mixed with options', () => {
    const choice = readArguments(['p1', '--quick', 'P2', '--backend', 'redis'], ['P1', 'P2']);
    expect(choice).toEqual({
      scenarioIds: ['P1', 'P2'],
      isQuick: true,
      isProfiling: false,
      backend: 'redis',
      generations: undefined,
    });
  });

  it('reads how many generations the history has, which are at least its own size', () => {
    expect(readArguments(['--generations', '10000000'], []).generations).toBe(10_000_000);
    for (const given of ['999999', 'many', '1000000.5'])
      expect(() => readArguments(['--generations', given], [])).toThrow(
        `--generations is "${given}", which is not a whole number from 1000000 on`,
      );
  });

  it('refuses an unknown scenario', () => {
    expect(() => readArguments(['P99'], ['P1'])).toThrow('There is no scenario P99');
  });

  it('refuses an unknown backend and an unknown option, with what is possible', () => {
    const refusals = [
      [['--backend', 'mysql'], '--backend is "mysql", not redis or postgres'],
      [['--fast'], "Unknown option '--fast'"],
    ] as const;
    for (const [argv, sentence] of refusals) {
      expect(() => readArguments(argv, [])).toThrow(sentence);
      expect(() => readArguments(argv, [])).toThrow('npm run bench -- [P1 P2 ...] [options]');
    }
  });
});
