import { getKind, kinds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { compareAll, renderComparison } from './compare.ts';
import { readTypesAndFacts } from './stored-facts.ts';

const types = readTypesAndFacts();

it('the comparison finds most fields of FLUX schnell, and names the one whose range only the document has', () => {
  const [comparison] = compareAll([getKind('flux-schnell')], types);
  expect(comparison).toMatchObject({ fields: 7, equalFields: 6 });
  expect(comparison?.differences).toEqual([
    {
      kind: 'flux-schnell',
      what: 'fields',
      field: 'num_inference_steps',
      draft: 'not offered',
      kindHas: 'a field',
    },
  ]);
});

it('the comparison covers every kind, and every difference has a row', () => {
  const all = compareAll(kinds, types);
  const rows = renderComparison(all).split('\n');
  const count = all.reduce((sum, { differences }) => sum + differences.length, 0);
  expect(all.map(({ kind }) => kind)).toEqual(kinds.map(({ id }) => id));
  expect(rows.length).toBe(kinds.length + 2 + 1 + count + 2);
});
