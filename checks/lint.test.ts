import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandCheck } from './command-check.ts';
import { problemsIn } from './testing.ts';

const root = join(import.meta.dirname, '..');
const settings = readFileSync(join(root, 'biome.json'), 'utf8');
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
const lint = commandCheck('lint', [biome, 'lint', '--vcs-enabled=false', '--reporter=github']);

/** Names of the rules of `biome.json` that a tree breaks. */
async function brokenRules(tree: Record<string, string>): Promise<string[]> {
  const [output = ''] = await problemsIn(lint, { 'biome.json': settings, ...tree });
  const rules = Array.from(output.matchAll(/^::error title=lint\/\w+\/(\w+)/gm), ([, rule = '']) => rule);
  return [...new Set(rules)];
}

describe('the linter', () => {
  const user = `import { b } from './b.ts';\nexport const a = () => b;`;

  it.each([
    ['values', { 'b.ts': `import { a } from './a.ts';\nexport const b = () => a;` }],
    ['types', { 'b.ts': `import type { a } from './a.ts';\nexport let b: typeof a | undefined;` }],
    ['parts', { 'b.ts': `export const b = () => import('./a.ts');` }],
    [
      'the short form of a workspace',
      {
        'package.json': '{"imports":{"#*":"./*"}}',
        'b.ts': `import { a } from '#a.ts';\nexport const b = () => a;`,
      },
    ],
  ])('finds files that import each other for %s', async (_name, other) => {
    expect(await brokenRules({ 'a.ts': user, ...other })).toEqual(['noImportCycles']);
  });

  it('accepts files that import one way', async () => {
    expect(await brokenRules({ 'a.ts': user, 'b.ts': 'export const b = 1;' })).toEqual([]);
  });

  it.each([
    'export const port = process.env.PORT;',
    `import { env } from 'node:process';\nexport const port = env.PORT;`,
  ])('refuses %j outside packages/env, the local stack and tests', async (source) => {
    expect(await brokenRules({ 'api/src/main.ts': source })).toEqual(['noProcessEnv']);
    for (const path of [
      'packages/env/src/api.ts',
      'packages/dev-stack/src/start.ts',
      'bench/src/main.ts',
      'web/vite.config.ts',
      'api/src/main.test.ts',
      'api/src/testing.ts',
      'worker/src/testing/a.ts',
    ])
      expect(await brokenRules({ [path]: source }), path).toEqual([]);
  });
});
