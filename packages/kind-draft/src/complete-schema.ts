import type { EndpointSchema, SchemaField, Shape } from '@atelier/fal';

/**
 * Completes a schema with facts that it does not state: ranges, defaults, options, lengths. Throws where both state
 * something and it differs, with both values, because one of them is wrong then.
 */
export function completeSchema(schema: EndpointSchema, facts: EndpointSchema): EndpointSchema {
  const contradictions = listContradictions(schema, facts);
  if (contradictions.length > 0)
    throw new Error(`The facts about ${facts.endpoint} contradict the schema:\n${contradictions.join('\n')}`);
  const input = schema.input.map((field) => {
    const stated = facts.input.find(({ name }) => name === field.name);
    return stated ? complete(field, stated) : field;
  });
  return { ...schema, input };
}

/** One line for each difference, with the value of the facts first. */
function listContradictions(schema: EndpointSchema, facts: EndpointSchema): string[] {
  if (schema.endpoint !== facts.endpoint) return [line('endpoint', facts.endpoint, schema.endpoint)];
  const declared = new Map(schema.input.map((field) => [field.name, field]));
  return [
    ...facts.input.flatMap((stated) => {
      const field = declared.get(stated.name);
      return field ? compareFields(stated, field) : [line(stated.name, 'a field', 'no such field')];
    }),
    ...schema.input
      .filter(({ name, isRequired }) => isRequired && !facts.input.some((stated) => stated.name === name))
      .map(({ name }) => line(name, 'no such field', 'required')),
  ];
}

function line(name: string, facts: unknown, schema: unknown): string {
  return `  ${name}: facts ${JSON.stringify(facts)}, schema ${JSON.stringify(schema)}`;
}

function compareFields(stated: SchemaField, declared: SchemaField): string[] {
  const { name } = stated;
  const differing = (what: string, ours: unknown, theirs: unknown) =>
    ours === undefined || theirs === undefined || ours === theirs
      ? []
      : [line(`${name}${what}`, ours, theirs)];
  const [ours, theirs] = [readLimits(stated.shape), readLimits(declared.shape)];
  const surplus = ours.options.filter(
    (option) => theirs.options.length > 0 && !theirs.options.includes(option),
  );
  return [
    ...(areComparable(stated.shape, declared.shape)
      ? []
      : [line(name, stated.shape.type, declared.shape.type)]),
    ...(stated.isRequired === declared.isRequired
      ? []
      : [line(`${name}, required`, stated.isRequired, declared.isRequired)]),
    ...differing(', default', stated.default, declared.default),
    ...differing(', least', ours.min, theirs.min),
    ...differing(', most', ours.max, theirs.max),
    ...(surplus.length > 0 ? [line(`${name}, options`, ours.options, theirs.options)] : []),
  ];
}

/** A text of the types may be a choice of the facts, and a union is compared with its first plain part. */
function areComparable(stated: Shape, declared: Shape): boolean {
  const types = (declared.type === 'union' ? declared.of : [declared]).map(({ type }) => type);
  if (stated.type === 'unknown' || types.includes('unknown')) return true;
  return types.includes(stated.type) || (stated.type === 'choice' && types.includes('text'));
}

type Limits = {
  options: readonly (string | number)[];
  min?: number | undefined;
  max?: number | undefined;
};

function readLimits(shape: Shape): Limits {
  if (shape.type === 'number') return { options: [], min: shape.min, max: shape.max };
  if (shape.type === 'choice') return { options: shape.options };
  if (shape.type === 'text') return { options: [], max: shape.maxLength };
  if (shape.type === 'list') return { options: [], max: shape.maxItems };
  return { options: [] };
}

function complete(field: SchemaField, stated: SchemaField): SchemaField {
  const shape =
    field.shape.type === stated.shape.type
      ? ({ ...stated.shape, ...field.shape } as Shape)
      : field.shape.type === 'text'
        ? stated.shape
        : field.shape;
  return { ...stated, ...field, shape, description: field.description || stated.description };
}
