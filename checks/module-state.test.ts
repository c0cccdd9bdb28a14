import { describe, expect, it } from 'vitest';
import { moduleState } from './small/module-state.ts';
import { problemsIn } from './testing.ts';

const path = 'packages/storage/src/cache.ts';
const inFile = (source: string) => problemsIn(moduleState, { [path]: source });

describe('state of a module of a server', () => {
  it.each([
    ['a variable', 'let count = 0;'],
    ['an exported variable', 'export let count = 0;'],
    ['a map that is written', 'const count = new Map();\nexport const add = () => count.set(1, 2);'],
    ['a set that is written', 'const count = new Set<string>();\nexport const add = () => count.add("a");'],
    ['a list that grows', 'const count: string[] = [];\nexport const add = () => count.push("a");'],
    ['a record that is written', 'const count = {};\nexport const add = (a) => { count[a] = 1; };'],
    [
      'a weak map that is written',
      'const count = new WeakMap();\nexport const add = (a) => count.set(a, 1);',
    ],
  ])('is refused: %s', async (_what, source) => {
    expect(await inFile(source)).toEqual([
      `${path}:1 count is state of the module: let deps.ts or a factory own it`,
    ]);
  });

  it.each([
    [
      'a table that is never written',
      'const names = new Set(["a"]);\nexport const has = (a) => names.has(a);',
    ],
    [
      'state of a factory',
      'export function create() { const count = new Map(); let all = 0; count.set(1, all); }',
    ],
    ['a constant', 'const count = 1;\nconst list = ["a"];\nexport const first = () => list[0];'],
  ])('is not %s', async (_what, source) => expect(await inFile(source)).toEqual([]));

  it('is fine in tests and in the local stack', async () => {
    const source = 'let count = 0;';
    const tree = {
      'api/src/a.test.ts': source,
      'packages/dev-stack/src/a.ts': source,
      'web/src/a.ts': source,
    };
    expect(await problemsIn(moduleState, tree)).toEqual([]);
  });

  it('needs no exception that is not needed', async () => {
    const exception = 'packages/queue/src/job-handler.ts';
    expect(await problemsIn(moduleState, { [exception]: '' })).toEqual([
      `${exception} needs no exception any more`,
    ]);
  });
});
