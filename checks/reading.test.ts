import { describe, expect, it } from 'vitest';
import { citations } from './small/citations.ts';
import { fragments } from './small/fragments.ts';
import { wording } from './small/wording.ts';
import { problemsIn } from './testing.ts';

const card = `import { badge } from './badge.ts';\nexport const card = badge;\n`;
const badge = 'export const badge = 1;\n';

describe('the check of fragments', () => {
  const manifest = { 'package.json': '{"workspaces":[]}' };

  it('finds a small file that a single neighbour imports', async () => {
    const tree = { ...manifest, 'web/src/card.ts': card, 'web/src/badge.ts': badge };
    expect(await problemsIn(fragments, tree)).toEqual([
      'web/src/badge.ts is imported by web/src/card.ts alone: make it a part of that file',
    ]);
  });

  it.each([
    ['a second importer', { 'web/src/list.ts': `import './badge.ts';` }],
    ['a test of its own', { 'web/src/badge.test.ts': `import './badge.ts';` }],
    ['more than 40 lines', { 'web/src/badge.ts': 'x;\n'.repeat(41) }],
    ['a lazy border', { 'web/src/card.ts': `export const card = () => import('./badge.ts');` }],
    [
      'an index as its importer',
      { 'web/src/card.ts': '', 'web/src/index.ts': `export * from './badge.ts';` },
    ],
  ])('leaves %s alone', async (_reason, files) => {
    const tree = { ...manifest, 'web/src/card.ts': card, 'web/src/badge.ts': badge, ...files };
    expect(await problemsIn(fragments, tree)).toEqual([]);
  });

  it('leaves folders alone that have one file per case', async () => {
    const files = ['card.ts', 'badge.ts'].map((name) => [`packages/db/src/queries/${name}`, name] as const);
    const tree = Object.fromEntries(files.map(([path, name]) => [path, name === 'card.ts' ? card : badge]));
    expect(await problemsIn(fragments, { ...manifest, ...tree })).toEqual([]);
  });
});

describe('wording', () => {
  it.each([
    ['api/src/a.ts', '/** Tells whoever asks. */', 2],
    ['docs/a.md', 'It is sent anew.', 1],
    ['web/src/locales/en/a.json', '{"a":"A friend of ours"}', 1],
  ])('finds banned words in %s', async (path, text, count) => {
    expect(await problemsIn(wording, { [path]: text })).toHaveLength(count);
  });

  it('reads no code and no other language', async () => {
    const tree = {
      'api/src/a.ts': `export const news = 'told';`,
      'web/src/locales/zh-CN/a.json': '{"a":"news"}',
    };
    expect(await problemsIn(wording, tree)).toEqual([]);
  });
});

describe('the check of citations', () => {
  it.each([
    ['a ruling', '// As ruling 13 says.'],
    ['a paper that is not there', '// See docs/wishes.md.'],
    ['a paper without its folder', '// See fal.md.'],
    ['a section by its number', '// See docs/fal.md section 3.'],
    ['a row of a table by its number', '// Refused at once (S12).'],
    ['a file that has moved', '/* Like api/src/gone.ts. */'],
  ])('finds %s', async (_case, text) => {
    expect(await problemsIn(citations, { 'api/src/a.ts': text, 'docs/fal.md': '' })).toHaveLength(1);
  });

  it('reads the names of tests', async () => {
    const tree = { 'api/src/a.test.ts': `it('refuses a length (product-1)', () => {});` };
    expect(await problemsIn(citations, tree)).toHaveLength(1);
  });

  it('accepts what is there, and addresses of the web', async () => {
    const text = '// docs/fal.md, api/src/a.ts, https://example.com/docs/x.md and #123';
    expect(await problemsIn(citations, { 'api/src/a.ts': text, 'docs/fal.md': '' })).toEqual([]);
  });
});
