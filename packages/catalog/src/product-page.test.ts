import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kinds } from './index.ts';

const page = readFileSync(new URL('../../../docs/product.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('## Kinds\n');
const lines = (section.split('\n## ')[0] ?? '').split('\n');

/** Rows of the table: medium, path of a page below `/creator`, where `…` is the kind's id, and the kinds made there. */
const rows = lines.flatMap((line) => {
  const [, medium, path, ids] = /^\| (\w+) \| `([\w/…-]+)` \| (.+) \|$/.exec(line) ?? [];
  if (medium === undefined || path === undefined || ids === undefined) return [];
  return [...ids.matchAll(/`([\w-]+)`/g)].map(([, id = '']) => ({
    id,
    medium,
    path: path.replace('…', id),
  }));
});

it('the page about the product names every kind with its medium and its page, and no other', () => {
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(rows.toSorted(byId)).toEqual(
    kinds.map(({ id, medium, menu: { path } }) => ({ id, medium, path })).toSorted(byId),
  );
});
