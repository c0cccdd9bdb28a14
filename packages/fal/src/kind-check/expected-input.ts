import type { Field, Kind } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';

/** One field of a kind's request, with every value that the kind can send. */
export type ExpectedField = {
  /** fal's name. */
  name: string;
  /** Whether every request has it. */
  isAlwaysSent: boolean;
  values: ExpectedValues;
};

export type ExpectedValues =
  | { type: 'some'; values: readonly unknown[] }
  | { type: 'range'; min: number; max: number }
  | { type: 'text' }
  | { type: 'list' }
  | { type: 'number' };

/** Fields that a kind sends, and the defaults at fal that it relies on for the others. */
export type ExpectedInput = {
  endpoint: string;
  fields: readonly ExpectedField[];
  defaults: Readonly<Record<string, unknown>>;
};

/** The expectation that fal's schema is held to: it follows from the kind's wire table, so it is never out of date. */
export function expectedInput(kind: Kind): ExpectedInput {
  const { endpoint, table } = getProvider(kind);
  const fields = Object.entries(table.wire).flatMap(([ours, rule]): ExpectedField[] => {
    const field = kind.fields[ours];
    const isSent = rule !== null && !(typeof rule === 'object' && (rule.isLimit || rule.isNote));
    if (!isSent || !field) return [];
    const details = typeof rule === 'string' ? { as: rule } : rule;
    const isAlwaysSent = details.unless === undefined;
    return [{ name: details.as ?? ours, isAlwaysSent, values: listValues(field, details) }];
  });
  const fixed = Object.entries(table.fixed ?? {}).map(
    ([name, value]): ExpectedField => ({
      name,
      isAlwaysSent: true,
      values: { type: 'some', values: [value] },
    }),
  );
  return { endpoint, fields: [...fields, ...fixed], defaults: table.unsold ?? {} };
}

type Details = {
  range?: { readonly min: number; readonly max: number };
  values?: Readonly<Record<string, unknown>>;
  inList?: true;
  unless?: unknown;
};

function listValues(
  { widget, range: own }: Field,
  { range, values, inList, unless }: Details,
): ExpectedValues {
  switch (widget.type) {
    case 'choice': {
      const sent = widget.options.map(({ value }) => value).filter((value) => value !== unless);
      return { type: 'some', values: sent.map((value) => (values ? values[String(value)] : value)) };
    }
    case 'switch':
      return { type: 'some', values: [false, true] };
    case 'slider': {
      const { min, max } = own ?? widget;
      return { type: 'range', min: Math.max(min, range?.min ?? min), max: Math.min(max, range?.max ?? max) };
    }
    // Its ends are those of exact numbers, which no document of fal states.
    case 'seed':
      return { type: 'number' };
    case 'upload':
      return widget.maxFiles > 1 || inList ? { type: 'list' } : { type: 'text' };
    default:
      return { type: 'text' };
  }
}
