import { describe, expect, it } from 'vitest';
import { confirmsPerMinute, followsPerMinute, maxConnections } from './bounds.ts';

const env = {
  LIMIT_CONNECTIONS: undefined,
  LIMIT_RUNNING: 5,
  LIMIT_WAITING: 1_000,
  LIMIT_CREATE_PER_MINUTE: 20,
  LIMIT_SOCKETS: 20,
};

describe('the limit of reads that follow generations', () => {
  it.each([
    ['with the standard limits', {}],
    ['with a longer line', { LIMIT_WAITING: 10_000 }],
    ['with one place and no line', { LIMIT_RUNNING: 1, LIMIT_WAITING: 0 }],
    ['with many short generations', { LIMIT_CREATE_PER_MINUTE: 5_000 }],
  ])('allows each generation twice a second, with its result, %s', (_case, changes) => {
    const given = { ...env, ...changes };
    const followed = given.LIMIT_RUNNING + given.LIMIT_WAITING;
    const results = followed + given.LIMIT_CREATE_PER_MINUTE;
    expect(followsPerMinute(given)).toBeGreaterThanOrEqual(120 * followed + results);
  });

  it('leaves room for each open page that reads after every event', () => {
    const [one, two] = [1, 2].map((LIMIT_SOCKETS) => followsPerMinute({ ...env, LIMIT_SOCKETS }));
    // Account, running generations, line and batch, five times a second.
    expect((two ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(4 * 5 * 60);
  });
});

describe('connections of one address', () => {
  it('suffice for one stream or held status of each generation that its user may follow', () => {
    expect(maxConnections(env)).toBe(2_210);
    expect(maxConnections({ ...env, LIMIT_WAITING: 0 })).toBe(210);
  });

  it('are those that the operator has set', () => {
    expect(maxConnections({ ...env, LIMIT_CONNECTIONS: 7 })).toBe(7);
  });
});

describe('confirmations of uploads', () => {
  it('are as many as addresses can be valid at a time', () => {
    expect(confirmsPerMinute({ LIMIT_PRESIGN_PER_MINUTE: 60 })).toBe(360);
  });
});
