import { kinds } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { regenerateSearch } from '#product/generation/actions/regenerate.ts';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { chooseKind } from '#product/navigation/choose-kind.ts';
import { initialValues } from '../form-values.ts';
import { emptiedInput, parsed, unusualInput } from '../testing/unusual-input.ts';
import { readPrefill } from './prefill.ts';

describe.each(kinds.map((kind) => [kind.id, kind] as const))('regenerating %s', (_, kind) => {
  const consents = Object.keys(kind.fields).filter((name) => kind.fields[name]?.widget.type === 'consent');
  const inputs = [...listExamples(kind).map(({ input }) => input), unusualInput(kind), emptiedInput(kind)];

  it.each(inputs.map((input) => [JSON.stringify(input), parsed(kind, input)] as const))(
    'restores every field of %s',
    (_name, input) => {
      const generation = sampleGeneration({ kind: kind.id, prompt: String(input.prompt), input });
      const query = readSearch(writeSearch(regenerateSearch(generation)));
      const chosen = chooseKind(kind.medium, query);
      expect(chosen.kindId).toBe(kind.id);
      const { values, dropped, isWhole } = readPrefill(kind, chosen.query);
      expect({ dropped, isWhole }).toEqual({ dropped: [], isWhole: true });
      // The form has no fields that the model ignores, so these return to their defaults.
      const ignored = Object.entries(kind.fields).filter(([, field]) => field.isIgnored);
      const expected = {
        ...input,
        ...Object.fromEntries(ignored.map(([name, field]) => [name, field.default])),
      };
      const opened = { ...initialValues(kind, {}), ...values };
      // It asks for a consent again.
      for (const name of consents) expect(opened[name]).toBe(kind.fields[name]?.default);
      const confirmed = Object.fromEntries(consents.map((name) => [name, true]));
      expect(parsed(kind, { ...opened, ...confirmed })).toEqual(expected);
    },
  );
});
