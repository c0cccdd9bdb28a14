import { type Kind, kinds, parseInput, remixQuery } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { chooseKind } from '#product/navigation/choose-kind.ts';
import { initialValues } from '../form-values.ts';
import { filesNeeded, readPrefill } from './prefill.ts';

const everything = { prompt: true, settings: true };

/** Values of a kind's form after its address was opened. */
function formAt(kind: Kind, query: object) {
  const chosen = chooseKind(kind.medium, readSearch(writeSearch({ ...query })));
  const { values, dropped, isWhole } = readPrefill(kind, chosen.query);
  expect({ kindId: chosen.kindId, dropped, isWhole }).toEqual({
    kindId: kind.id,
    dropped: [],
    isWhole: true,
  });
  return { values: { ...initialValues(kind, {}), ...values }, needed: filesNeeded(kind, chosen.query) };
}

describe.each(kinds.map((kind) => [kind.id, kind] as const))('making one like a shared %s', (_, kind) => {
  const inputs = listExamples(kind).map(({ input }) => input);
  const files = Object.keys(kind.fields).filter((name) => kind.fields[name]?.widget.type === 'upload');
  const own = Object.fromEntries(
    files.map((name) => [name, name.endsWith('s') ? ['/media/u/mine.png'] : '/media/u/mine.png']),
  );

  const consents = Object.keys(kind.fields).filter((name) => kind.fields[name]?.widget.type === 'consent');
  const confirmed = Object.fromEntries(consents.map((name) => [name, true]));

  // The form has no fields that the model ignores, so these return to their defaults.
  const unsettable = Object.fromEntries(
    Object.entries(kind.fields).flatMap(([name, field]) => (field.isIgnored ? [[name, field.default]] : [])),
  );

  it('fills in every field but the files, at the price that the page says', () => {
    for (const raw of inputs) {
      const parsed = parseInput(kind, raw);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
      const { query, price } = remixQuery(kind, parsed.input, everything);
      expect(JSON.stringify(query)).not.toMatch(/media|http/);
      const { values, needed } = formAt(kind, query);
      const filled = files.filter((name) => String(parsed.input[name] ?? '') !== '');
      expect(needed).toEqual(filled);
      const given = Object.fromEntries(Object.entries(own).filter(([name]) => filled.includes(name)));
      for (const name of consents) expect(values[name]).toBe(kind.fields[name]?.default);
      const again = parseInput(kind, { ...values, ...given, ...confirmed });
      expect(again).toEqual({
        ok: true,
        adjustments: [],
        input: { ...parsed.input, ...given, ...unsettable },
      });
      expect(price.costCredits).toBe(kind.price({ ...parsed.input, ...given }).costCredits);
    }
  });

  it('knows nothing of what its owner keeps', () => {
    for (const input of inputs) {
      const { query, price } = remixQuery(kind, input, { prompt: false, settings: false });
      const { left_out: _left, ...rest } = query;
      expect(rest).toEqual({ model: kind.id });
      const { values } = formAt(kind, query);
      expect(values).toEqual(initialValues(kind, {}));
      expect(price.costCredits).toBe(kind.price({ ...values }).costCredits);
    }
  });
});
