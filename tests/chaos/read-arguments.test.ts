import { describe, expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { readArguments } from './read-arguments.ts';

describe('the arguments of a chaos run', () => {
  it('are every fault on both backends by default, with a seed of its own', () => {
    const given = readArguments([]);
    expect(given).toMatchObject({ minutes: undefined, backend: undefined, users: 50, faults });
    expect(given.seed).toMatch(/^\d+$/);
  });

  it('name the backend, the seed and the faults', () => {
    const given = readArguments(['--backend', 'redis', '--seed', '7', '--faults', 'kill-api, fill-disk']);
    expect(given).toMatchObject({ backend: 'redis', seed: '7' });
    expect(given.faults.map(({ id }) => id)).toEqual(['kill-api', 'fill-disk']);
  });

  it('can leave every fault out, for a soak', () => {
    expect(readArguments(['--faults', 'none']).faults).toEqual([]);
  });

  it('can ask for the promised figures instead', () => {
    expect([readArguments([]).isTable, readArguments(['--table']).isTable]).toEqual([false, true]);
  });

  it('can ask for a drill instead', () => {
    expect(readArguments([]).drill).toBeUndefined();
    expect(readArguments(['--drill', 'locked-account']).drill?.id).toBe('locked-account');
  });

  it.each([
    [['--drill', 'flood'], 'There is no drill "flood"'],
    [['--minutes', 'long'], '--minutes is "long", which is not a number above zero'],
    [['--users', '0'], '--users is "0"'],
    [['--backend', 'kafka'], '--backend is "kafka", not postgres or redis'],
    [['--help'], "Unknown option '--help'"],
    [['--faults', 'kill-everything'], 'There is no fault "kill-everything"'],
  ])('are refused as %j, with what is possible', (argv, sentence) => {
    expect(() => readArguments(argv)).toThrow(sentence);
    expect(() => readArguments(argv)).toThrow('npm run chaos -- [options]');
  });

  it('know every fault by one name', () => {
    const ids = faults.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
