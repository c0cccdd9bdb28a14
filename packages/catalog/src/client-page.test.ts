import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kinds } from './index.ts';
import { getProvider } from './server.ts';

const page = readFileSync(new URL('../../../docs/fal-client.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([\w./-]+)` \| `([\w-]+)` \| `([\w. ]+)` \|$/gm)].map(
  ([, endpoint, id, fields = '']) => ({ id, endpoint, fields: fields.split(' ').toSorted() }),
);

/** The fields of fal's request that a kind takes, under fal's names. */
function fieldsAtFal(kind: (typeof kinds)[number]): string[] {
  const named = Object.entries(getProvider(kind).table.wire).flatMap(([name, rule]) => {
    if (rule === null) return [];
    if (typeof rule === 'string') return [rule];
    return rule.isLimit ? [] : [rule.as ?? name];
  });
  return named.toSorted();
}

it('the page about fal’s client names the model and the fields of every kind, and no other', () => {
  const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }) =>
    (a.id ?? '').localeCompare(b.id ?? '');
  const expected = kinds.map((kind) => ({
    id: kind.id,
    endpoint: getProvider(kind).endpoint,
    fields: fieldsAtFal(kind),
  }));
  expect(rows.toSorted(byId)).toEqual(expected.toSorted(byId));
});
