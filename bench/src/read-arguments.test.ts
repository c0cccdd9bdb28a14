import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

describe('readArguments', () => {
  it('reads rows in any case, and options among them', () => {
    const choice = readArguments(['p1', '--quick', 'P2', '--backend', 'redis'], ['P1', 'P2']);
    expect(choice).toEqual({ rowIds: ['P1', 'P2'], isQuick: true, isProfiling: false, backend: 'redis' });
  });

  it('refuses a row that does not exist', () => {
    expect(() => readArguments(['P99'], ['P1'])).toThrow('There is no row P99');
  });

  it('refuses a backend that does not exist', () => {
    expect(() => readArguments(['--backend', 'mysql'], [])).toThrow('There is no backend "mysql"');
  });
});
