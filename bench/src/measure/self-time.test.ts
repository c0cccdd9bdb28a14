import { expect, it } from 'vitest';
import { type CpuProfile, profileClockUs, selfTimeByPart } from './self-time.ts';

const frame = (id: number, functionName: string, url: string) => ({ id, callFrame: { functionName, url } });

const profile: CpuProfile = {
  nodes: [
    frame(1, '(idle)', ''),
    frame(2, '(garbage collector)', ''),
    frame(3, 'parse', 'file:///a/node_modules/zod/v4/core/parse.js'),
    frame(4, 'run', 'file:///a/node_modules/x/node_modules/@fastify/cookie/plugin.js'),
    frame(5, 'submit', 'file:///a/packages/generations/src/enqueue.ts'),
    frame(6, 'writeHead', 'node:_http_server'),
    frame(7, 'stringify', ''),
    frame(8, 'onwrite', 'node:internal/streams/writable'),
  ],
  startTime: 1_000,
  samples: [3, 1, 2, 3, 4, 5, 6, 7, 8, 3],
  timeDeltas: [0, 1_000, 5_000, 2_000, 4_000, 3_000, 6_000, 7_000, 8_000, 9_000],
};

it('the self time adds up from each sample to the next by package, workspace and part of Node', () => {
  expect(selfTimeByPart(profile, { fromUs: 0, toUs: 1e9 })).toEqual([
    ['node streams and sockets', 9],
    ['built into V8: stringify', 8],
    ['node http', 7],
    ['packages/generations', 6],
    ['zod', 5],
    ['@fastify/cookie', 3],
    ['garbage collection', 2],
  ]);
});

it('the self time counts the samples of the span only', () => {
  expect(selfTimeByPart(profile, { fromUs: 7_000, toUs: 13_000 })).toEqual([
    ['zod', 4],
    ['garbage collection', 2],
  ]);
});

it('the clock of a profile never goes back', () => {
  const before = profileClockUs();
  expect(profileClockUs()).toBeGreaterThanOrEqual(before);
});
