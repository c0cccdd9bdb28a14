import {
  defaultInput,
  type Kind,
  kinds,
  listKinds,
  type Medium,
  mediumFacts,
  priceOfText,
  priceRange,
} from '@atelier/catalog';
import { getProvider, listAccepted, listExamples, nest } from '@atelier/catalog/server';
import {
  createBatchBody,
  defaultAudioType,
  defaultTextType,
  maxVideoUploadBytes,
  quoteBody,
  submissionFields,
  uploadTypes,
} from '@atelier/contract';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import { fieldSchema, inputSchema, type Schema } from './field-schema.ts';

type Body = Schema | OpenApi.ReferenceObject;

/** Schemas for each kind: of its medium's call, of the call for every kind, and in fal's names. The bodies refer to them. */
export function bodySchemas(): Record<string, Schema> {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [kind.id, kindSchema(kind)],
      [anyKindName(kind), anyKindSchema(kind)],
      [falName(kind), falSchema(kind)],
    ]),
  );
}

/**
 * The bodies that name a kind, by operation. Their routes check no more than that a body is an object, because the
 * catalog checks the rest and has the spec's sentence for every refusal; a description needs all of it.
 */
export function describedBodies(): Record<string, Body> {
  return {
    'POST /api/generations': {
      oneOf: kinds.map((kind) => ({ $ref: formatAddress(anyKindName(kind)) })),
      discriminator: {
        propertyName: 'kind',
        mapping: Object.fromEntries(kinds.map((kind) => [kind.id, formatAddress(anyKindName(kind))])),
      },
    },
    'POST /api/batches': batchSchema,
    'POST /api/quotes': quoteSchema,
    'POST /api/wan/createVideo': {
      ...oneOfMedium('video'),
      discriminator: {
        propertyName: 'video_generation_type',
        mapping: Object.fromEntries(listKinds('video').map(({ id }) => [id, formatAddress(id)])),
      },
    },
    // No discriminator: it takes the type and the model together to name a kind.
    'POST /api/wan/createImage': oneOfMedium('image'),
    // The type may be absent, so that it cannot keep the kinds apart.
    'POST /api/wan/createAudio': { anyOf: referencesTo('audio') },
    'POST /api/image-understanding/create': { anyOf: referencesTo('text') },
    'POST /api/generate-presigned-url': presignSchema,
    // The address names the model, so one body can be right for several of them.
    'POST /api/wan/fal/proxy/{owner}/{app}': {
      anyOf: kinds.map((kind) => ({ $ref: formatAddress(falName(kind)) })),
    },
  };
}

type Examples = Record<string, OpenApi.ExampleObject>;

/** A first request for each kind, of the calls that are about all of them. */
export function kindExamples(): Record<string, Examples> {
  return {
    'POST /api/generations': Object.fromEntries(
      kinds.flatMap((kind) => {
        const [example] = listExamples(kind);
        return example ? [[kind.id, { value: { kind: kind.id, input: example.input } }]] : [];
      }),
    ),
    'POST /api/wan/fal/proxy/{owner}/{app}': falExamples(),
  };
}

function falExamples(): Examples {
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const [example] = listExamples(kind);
      const { toRequest } = getProvider(kind);
      return example
        ? [[falName(kind), { value: toRequest({ ...defaultInput(kind), ...example.input }).body }]]
        : [];
    }),
  );
}

/** The fields of a zod object. A format says more to readers than the pattern beside it. */
function toProperties(object: ZodMiniType): Record<string, Schema> {
  const schema = z.toJSONSchema(object, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return (schema.properties ?? {}) as Record<string, Schema>;
}

/** Fields of every submission, whatever its kind. */
const sharedFields = toProperties(submissionFields);

const batchSchema: Schema = {
  type: 'object',
  properties: { ...toProperties(createBatchBody), ...sharedFields },
  required: ['lines'],
};

const quoteSchema: Schema = {
  type: 'object',
  properties: { ...toProperties(quoteBody), ...sharedFields },
  anyOf: [{ required: ['kind', 'input'] }, { required: ['lines'] }],
};

/** Its route has the spec's sentence for what is missing. */
const presignSchema: Schema = {
  type: 'object',
  properties: {
    filename: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Only its ending matters; a name without one is accepted.',
    },
    contentType: {
      type: 'string',
      enum: Object.keys(uploadTypes),
      description: 'The content type that the PUT will have.',
    },
    size: {
      type: 'integer',
      minimum: 1,
      maximum: maxVideoUploadBytes,
      description: 'In bytes. If given, the file must have exactly this size.',
    },
  },
  required: ['filename', 'contentType'],
};

function referencesTo(medium: Medium): OpenApi.ReferenceObject[] {
  return listKinds(medium).map(({ id }) => ({ $ref: formatAddress(id) }));
}

function oneOfMedium(medium: Medium): Body {
  const references = referencesTo(medium);
  const [only] = references;
  return only && references.length === 1 ? only : { oneOf: references };
}

const formatAddress = (name: string) => `#/components/schemas/${name}`;
const anyKindName = ({ id }: Kind) => `${id}.generation`;

/** The first kind of each of fal's models. */
const firstKinds = new Map(kinds.toReversed().map((kind) => [getProvider(kind).endpoint, kind]));

/** The name of a kind's body in fal's protocol: the model's, and the kind's for others that are sold as the same model. */
export function falName(kind: Kind): string {
  const { endpoint } = getProvider(kind);
  // Names of components have no slashes.
  const name = endpoint.replaceAll('/', '.');
  return firstKinds.get(endpoint) === kind ? name : `${name}.${kind.id}`;
}

function kindSchema(kind: Kind): Schema {
  const naming = describeNaming(kind);
  const { properties, required } = inputSchema(kind);
  return {
    type: 'object',
    title: kind.id,
    description: describeKind(kind),
    ...naming,
    properties: { ...naming.properties, ...properties, ...sharedFields },
    required: [...naming.required, ...required],
  };
}

function anyKindSchema(kind: Kind): Schema {
  return {
    type: 'object',
    title: kind.id,
    description: describeKind(kind),
    properties: { kind: { type: 'string', const: kind.id }, input: inputSchema(kind), ...sharedFields },
    required: ['kind', 'input'],
  };
}

function describeKind(kind: Kind): string {
  const ofText = priceOfText(kind, 1_000);
  const price =
    ofText === undefined
      ? `Costs ${priceRange(kind).usual.costCredits} credits with the default settings.`
      : `Costs ${ofText} credits for 1,000 characters.`;
  const isMore = Object.keys(kind.validatedOnly).some((name) => !Object.hasOwn(kind.fields, name));
  return isMore
    ? `${price} Settings of other ${kind.medium} models are checked when sent, and have no effect.`
    : price;
}

/** The fields by which a body names its kind. An endpoint with one kind needs none. */
function describeNaming(
  kind: Kind,
): Pick<Schema, 'anyOf'> & { properties: Record<string, Schema>; required: string[] } {
  const { typeField, isNamedByMode } = mediumFacts[kind.medium];
  if (typeField === undefined) return { properties: {}, required: [] };
  if (!isNamedByMode) {
    const name: Schema = { type: 'string', const: kind.id };
    return kind.id === defaultAudioType || kind.id === defaultTextType
      ? { properties: { [typeField]: { ...name, default: kind.id } }, required: [] }
      : { properties: { [typeField]: name }, required: [typeField] };
  }
  const { model, mode } = kind.columns(defaultInput(kind));
  const name: Schema = { type: 'string', enum: [...new Set([model, kind.id])] };
  return {
    properties: {
      [typeField]: { type: 'string', const: mode },
      model: name,
      model_name: { ...name, description: 'The same as `model`, which takes precedence.' },
    },
    required: [typeField],
    anyOf: [{ required: ['model'] }, { required: ['model_name'] }],
  };
}

/** A kind's body as fal knows it. Unlike ours, a field without a meaning is refused here. */
function falSchema(kind: Kind): Schema {
  const { endpoint, table } = getProvider(kind);
  const rows = Object.entries(table.wire).flatMap(([field, rule]) => {
    const known = kind.fields[field];
    if (rule === null || !known) return [];
    const { as = field, values, inList, isLimit } = typeof rule === 'string' ? { as: rule } : rule;
    if (isLimit) return [];
    const schema = values ? toFalSchema(fieldSchema(known), values) : fieldSchema(known);
    const sent: Schema = inList ? { type: 'array', items: schema, maxItems: 1 } : schema;
    return [{ as, isRequired: known.isRequired, schema: sent }];
  });
  const single = Object.entries(listAccepted(table)).map(([name, values]): [string, Schema] => [
    name,
    values.length === 1
      ? { const: values[0], description: 'No other value is supported.' }
      : { enum: values, description: 'Has no effect.' },
  ]);
  return {
    type: 'object',
    title: endpoint,
    description: `The kind \`${kind.id}\` in fal’s names.`,
    properties: nestSchemas([...rows.map(({ as, schema }): [string, Schema] => [as, schema]), ...single]),
    required: rows.filter(({ isRequired }) => isRequired).map(({ as }) => as),
    additionalProperties: false,
  };
}

/** Puts the schemas of fields that have a path into that of their object. */
function nestSchemas(schemas: [string, Schema][]): Record<string, Schema> {
  const nested = nest(Object.fromEntries(schemas)) as Record<string, Schema>;
  const objects = new Set(
    schemas.flatMap(([path]) => (path.includes('.') ? [path.replace(/\..*/, '')] : [])),
  );
  return Object.fromEntries(
    Object.entries(nested).map(([name, schema]) => [
      name,
      objects.has(name)
        ? {
            type: 'object',
            properties: schema as unknown as Record<string, Schema>,
            additionalProperties: false,
          }
        : schema,
    ]),
  );
}

/** A choice with fal's name for each of its values. */
function toFalSchema(schema: Schema, values: Readonly<Record<string, unknown>>): Schema {
  const ofFal = (value: unknown) => values[String(value)];
  const { description: _ours, ...rest } = schema;
  const translated = schema.enum?.map(ofFal) ?? [];
  const type = translated.every(Number.isInteger) ? 'integer' : 'string';
  return { ...rest, type, enum: translated, default: ofFal(schema.default) };
}
