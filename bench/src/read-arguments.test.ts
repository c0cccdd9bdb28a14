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
    });
  });

  it('refuses an unknown scenario', () => {
    expect(() => readArguments(['P99'], ['P1'])).toThrow('There is no scenario P99');
  });

  it('refuses an unknown backend', () => {
    expect(() => readArguments(['--backend', 'mysql'], [])).toThrow('There is no backend "mysql"');
  });
});
