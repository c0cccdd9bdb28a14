import { type Field, type Kind, type KindInput, kinds, parseInput } from '@atelier/catalog';
import { examplesOf } from '@atelier/catalog/server';
import { describe, expect, it } from 'vitest';
import { chooseKind } from '#lib/navigation/choose-kind.ts';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { regenerateSearch } from '#product/generation/regenerate.ts';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { initialValues } from './form-values.ts';
import { readPrefill } from './prefill.ts';

/** An input that differs from the defaults wherever it can. */
function unusualInput(kind: Kind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, unusualValue(field)]));
}

/** The same with every optional text empty. */
function emptiedInput(kind: Kind): Record<string, unknown> {
  const texts = Object.entries(kind.fields).filter(
    ([, { widget, isRequired }]) => widget.type === 'textarea' && !isRequired,
  );
  return { ...unusualInput(kind), ...Object.fromEntries(texts.map(([name]) => [name, ''])) };
}

function unusualValue({ widget, default: usual }: Field): unknown {
  switch (widget.type) {
    case 'textarea':
      return '雨夜 & "neon" = 100 % + #1\nsecond line';
    case 'choice':
      return widget.options.findLast(({ value }) => value !== usual)?.value ?? usual;
    case 'slider':
      return widget.max === usual ? widget.min : widget.max;
    case 'switch':
      return !usual;
    case 'seed':
      return 7;
    case 'upload': {
      const urls = ['https://example.com/a%20b.png?x=1&y=2', '/media/u/c.png'];
      return widget.maxFiles > 1 ? urls : urls[0];
    }
  }
}

function parsed(kind: Kind, raw: Readonly<Record<string, unknown>>): KindInput {
  const result = parseInput(kind, raw);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.input;
}

describe.each(kinds.map((kind) => [kind.id, kind] as const))('regenerating %s', (_, kind) => {
  const inputs = [...examplesOf(kind).map(({ input }) => input), unusualInput(kind), emptiedInput(kind)];

  it.each(inputs.map((input) => [JSON.stringify(input), parsed(kind, input)] as const))(
    'restores every field of %s',
    (_name, input) => {
      const generation = sampleGeneration({ kind: kind.id, prompt: String(input.prompt), input });
      const query = readSearch(writeSearch(regenerateSearch(generation)));
      const chosen = chooseKind(kind.medium, query);
      expect(chosen.kindId).toBe(kind.id);
      const { values, dropped, isWhole } = readPrefill(kind, chosen.query);
      expect({ dropped, isWhole }).toEqual({ dropped: [], isWhole: true });
      // What the model ignores is not in the form.
      const ignored = Object.entries(kind.fields).filter(([, field]) => field.isIgnored);
      const expected = {
        ...input,
        ...Object.fromEntries(ignored.map(([name, field]) => [name, field.default])),
      };
      expect(parsed(kind, { ...initialValues(kind, {}), ...values })).toEqual(expected);
    },
  );
});
