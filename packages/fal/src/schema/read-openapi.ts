import * as z from 'zod/mini';
import type { EndpointSchema, SchemaField, Shape } from './endpoint-schema.ts';

/** The parts of JSON Schema that fal's documents use. */
type Json = {
  $ref?: string;
  title?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

type Operation = {
  deprecated?: boolean;
  requestBody?: { content?: Record<string, { schema?: Json }> };
  responses?: Record<string, { content?: Record<string, { schema?: Json }> }>;
};

const document = z.looseObject({
  info: z.optional(z.looseObject({})),
  paths: z.record(z.string(), z.looseObject({})),
  components: z.optional(z.looseObject({ schemas: z.optional(z.record(z.string(), z.looseObject({}))) })),
});

/** Schemas that refer to themselves are cut off here. */
const maxDepth = 6;

/**
 * Reads the OpenAPI document of one endpoint of fal's queue: the body of the submission is its input, the answer of
 * `…/requests/{request_id}` its output. Throws when the document has no submission.
 */
export function readOpenApi(source: unknown, endpoint?: string): EndpointSchema {
  const { paths, components, info } = document.parse(source);
  const submission = findSubmission(paths, endpoint);
  if (!submission) throw new Error('The document has no path that takes a submission');
  const schemas = (components?.schemas ?? {}) as Record<string, Json>;
  const body = readJson(submission.operation.requestBody?.content);
  if (!body) throw new Error(`The document does not describe the input of ${submission.id}`);
  const get = paths[`/${submission.id}/requests/{request_id}`]?.get as Operation | undefined;
  const output = readJson(get?.responses?.['200']?.content);
  return {
    endpoint: submission.id,
    input: listFields(resolve(body, schemas), schemas, 0),
    output: output ? listFields(resolve(output, schemas), schemas, 0) : [],
    isDeprecated: submission.operation.deprecated === true || isMarked(info),
  };
}

/** fal notes the state of a model in an extension of the document's head. */
function isMarked(info: Record<string, unknown> | undefined): boolean {
  const facts = info?.['x-fal-metadata'];
  if (typeof facts !== 'object' || facts === null) return false;
  const { status, deprecated } = facts as Record<string, unknown>;
  return deprecated === true || status === 'deprecated';
}

function findSubmission(paths: Record<string, Record<string, unknown>>, endpoint: string | undefined) {
  for (const [path, { post }] of Object.entries(paths)) {
    const id = path.replace(/^\//, '');
    if (post && (endpoint === undefined || id === endpoint)) return { id, operation: post as Operation };
  }
  return undefined;
}

function readJson(content: Record<string, { schema?: Json }> | undefined): Json | undefined {
  return content?.['application/json']?.schema;
}

function resolve(schema: Json, schemas: Record<string, Json>): Json {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const { $ref: _ref, ...own } = schema;
    return { title: name, ...resolve(schemas[name] ?? {}, schemas), ...own };
  }
  const [only, ...others] = schema.allOf ?? [];
  if (!only || others.length > 0) return schema;
  const { allOf: _all, ...own } = schema;
  return { ...resolve(only, schemas), ...own };
}

function listFields(schema: Json, schemas: Record<string, Json>, depth: number): SchemaField[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const resolved = resolve(property, schemas);
    return {
      name,
      shape: toShape(resolved, schemas, depth + 1),
      isRequired: required.has(name),
      ...(resolved.default === undefined || resolved.default === null ? {} : { default: resolved.default }),
      description: resolved.description ?? '',
    };
  });
}

function toShape(given: Json, schemas: Record<string, Json>, depth: number): Shape {
  if (depth > maxDepth) return { type: 'unknown' };
  const schema = resolve(given, schemas);
  if (schema.const !== undefined) return toChoice([schema.const]);
  if (schema.enum) return toChoice(schema.enum);
  const options = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (options) {
    const [only, ...others] = options.map((each) =>
      toShape({ ...readLimits(schema), ...each }, schemas, depth),
    );
    if (!only) return { type: 'unknown' };
    return others.length === 0 ? only : { type: 'union', of: [only, ...others] };
  }
  return plainShape(schema, schemas, depth);
}

/** Some documents write the limits of a nullable field beside `anyOf` instead of inside of it. */
function readLimits({ minimum, maximum }: Json): Json {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}

function plainShape(schema: Json, schemas: Record<string, Json>, depth: number): Shape {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  if (type === 'string') return definite({ type: 'text', ...readLengths(schema) });
  if (type === 'boolean') return { type: 'boolean' };
  if (type === 'integer' || type === 'number') {
    const min = schema.minimum ?? schema.exclusiveMinimum;
    const max = schema.maximum ?? schema.exclusiveMaximum;
    return definite({ type: 'number', isWhole: type === 'integer', min, max });
  }
  if (type === 'array') {
    const of: Shape = schema.items ? toShape(schema.items, schemas, depth + 1) : { type: 'unknown' };
    return definite({ type: 'list', of, maxItems: schema.maxItems });
  }
  if (type === 'object' || schema.properties)
    return definite({ type: 'object', name: schema.title, fields: listFields(schema, schemas, depth) });
  return { type: 'unknown' };
}

function readLengths({ minLength, maxLength }: Json) {
  return { minLength, maxLength };
}

function toChoice(values: readonly unknown[]): Shape {
  const options = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  if (options.length > 0) return { type: 'choice', options };
  return values.some((value) => typeof value === 'boolean') ? { type: 'boolean' } : { type: 'unknown' };
}

/** Removes the properties that are undefined. */
function definite<S extends object>(shape: S): S {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as S;
}
