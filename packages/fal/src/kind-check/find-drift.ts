import type { KindFinding } from '@atelier/contract';
import type { EndpointSchema, SchemaField, Shape } from '../schema/endpoint-schema.ts';
import type { ExpectedField, ExpectedInput, ExpectedValues } from './expected-input.ts';

/**
 * Where fal's schema no longer takes what a kind can send. What fal adds or widens is no finding; nor is what a schema
 * does not state.
 */
export function findDrift(expected: ExpectedInput, schema: EndpointSchema): KindFinding[] {
  const declared = new Map(schema.input.flatMap(withInner).map((field) => [field.name, field]));
  // A field within an object is sent with the object.
  const always = new Set(
    expected.fields.flatMap(({ name, isAlwaysSent }) =>
      isAlwaysSent ? [name, name.replace(/\..*/, '')] : [],
    ),
  );
  const deprecated: KindFinding[] = schema.isDeprecated
    ? [{ code: 'endpoint_deprecated', field: null, ours: null, theirs: null }]
    : [];
  return [
    ...deprecated,
    ...expected.fields.flatMap((field) => {
      const theirs = declared.get(field.name);
      if (!theirs) return [{ code: 'field_gone' as const, field: field.name, ours: null, theirs: null }];
      return compareField(field, theirs);
    }),
    ...schema.input
      .filter(({ name, isRequired }) => isRequired && !always.has(name))
      .map(({ name }) => ({ code: 'field_required' as const, field: name, ours: null, theirs: null })),
    ...compareDefaults(expected, declared),
  ];
}

/** The field, and those of its object by their paths. */
function withInner(field: SchemaField): SchemaField[] {
  const { name, shape } = field;
  const shapes = shape.type === 'union' ? shape.of : [shape];
  const inner = shapes.flatMap((each) => (each.type === 'object' ? each.fields : []));
  return [field, ...inner.map((each) => ({ ...each, name: `${name}.${each.name}` }))];
}

function compareField({ name, values }: ExpectedField, { shape }: SchemaField): KindFinding[] {
  const shapes = shape.type === 'union' ? shape.of : [shape];
  if (shapes.some(({ type }) => type === 'unknown')) return [];
  if (values.type === 'some') return valuesGone(name, values.values, shapes);
  const fitting = shapes.filter((each) => takes(each, values));
  if (fitting.length === 0) {
    const theirs = shapes.map(({ type }) => type).join(' or ');
    return [{ code: 'type_changed', field: name, ours: nameType(values), theirs }];
  }
  if (values.type !== 'range') return [];
  const ends = fitting.find((each) => each.type === 'number');
  if (!ends || ((ends.min ?? values.min) <= values.min && (ends.max ?? values.max) >= values.max)) return [];
  const theirs = `${ends.min ?? ''}–${ends.max ?? ''}`;
  return [{ code: 'range_narrower', field: name, ours: `${values.min}–${values.max}`, theirs }];
}

/** One finding for all values, whether a choice lost some or the field takes another type. */
function valuesGone(name: string, values: readonly unknown[], shapes: readonly Shape[]): KindFinding[] {
  const gone = values.filter((value) => !shapes.some((shape) => takesValue(shape, value)));
  if (gone.length === 0) return [];
  const options = shapes.flatMap((shape) => (shape.type === 'choice' ? shape.options : []));
  const theirs = options.length > 0 ? options.join(', ') : shapes.map(({ type }) => type).join(' or ');
  return [{ code: 'value_gone', field: name, ours: gone.map(shown).join(', '), theirs }];
}

function takesValue(shape: Shape, value: unknown): boolean {
  if (shape.type === 'choice') return shape.options.some((option) => option === value);
  if (shape.type === 'number')
    return (
      typeof value === 'number' &&
      value >= (shape.min ?? value) &&
      value <= (shape.max ?? value) &&
      (shape.isWhole !== true || Number.isInteger(value))
    );
  if (shape.type === 'text') return typeof value === 'string';
  return shape.type === typeof value || (shape.type === 'list' && Array.isArray(value));
}

/** A field of free text may become a choice without a finding only where the kind sends known values. */
function takes(shape: Shape, { type }: Exclude<ExpectedValues, { type: 'some' }>): boolean {
  if (type === 'range' || type === 'number') return shape.type === 'number';
  if (type === 'list') return shape.type === 'list';
  return shape.type === 'text';
}

function nameType({ type }: ExpectedValues): string {
  return type === 'range' ? 'number' : type;
}

/** A kind accepts requests that name these defaults, and leaves them out: with another default they mean another thing. */
function compareDefaults(
  { defaults, fields }: ExpectedInput,
  declared: ReadonlyMap<string, SchemaField>,
): KindFinding[] {
  const sent = new Set(fields.map(({ name }) => name));
  return Object.entries(defaults).flatMap(([name, value]): KindFinding[] => {
    const theirs = declared.get(name)?.default;
    if (sent.has(name) || theirs === undefined || theirs === value) return [];
    return [{ code: 'default_changed', field: name, ours: shown(value), theirs: shown(theirs) }];
  });
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
