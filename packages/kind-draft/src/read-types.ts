import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EndpointSchema, SchemaField, Shape } from '@atelier/fal';
import { parseSync, type TSType, type TSTypeLiteral } from 'oxc-parser';
import { readComment } from './read-comment.ts';

/** The types of all endpoints, as the installed client declares them. */
export type FalTypes = {
  endpoints: readonly string[];
  /** Throws for an endpoint that is not declared. */
  read: (endpoint: string) => EndpointSchema;
};

type Types = { source: string; aliases: ReadonlyMap<string, TSType>; comments: ReadonlyMap<number, string> };

/** Types that refer to themselves are cut off here. */
const maxDepth = 6;
const mapName = 'EndpointTypeMap';

/** The declarations of the installed `@fal-ai/client`. */
function installedTypes(): string {
  const client = dirname(fileURLToPath(import.meta.resolve('@fal-ai/client')));
  return join(client, 'types/endpoints.d.ts');
}

/**
 * Reads fal's declarations from their syntax. TypeScript 7 has no stable API for programs, and nothing here needs more
 * than the names, literals and comments that the file itself contains.
 */
export function readTypes(file = installedTypes()): FalTypes {
  const source = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source);
  const aliases = new Map<string, TSType>();
  for (const { type, ...statement } of program.body) {
    const declared = type === 'ExportNamedDeclaration' && 'declaration' in statement && statement.declaration;
    if (declared && declared.type === 'TSTypeAliasDeclaration')
      aliases.set(declared.id.name, declared.typeAnnotation);
  }
  const types = { source, aliases, comments: new Map(comments.map(({ end, value }) => [end, value])) };
  const endpoints = new Map(listMembers(aliases.get(mapName)).map((member) => [member.name, member.type]));
  return {
    endpoints: [...endpoints.keys()],
    read(endpoint) {
      const call = new Map(listMembers(endpoints.get(endpoint)).map(({ name, type }) => [name, type]));
      const [input, output] = [call.get('input'), call.get('output')];
      if (!input || !output) throw new Error(`fal's client declares no endpoint ${endpoint}`);
      return {
        endpoint,
        input: listFields(types, input),
        output: listFields(types, output),
        isDeprecated: false,
      };
    },
  };
}

type Member = { name: string; type: TSType; isOptional: boolean; start: number };

function listMembers(type: TSType | undefined): Member[] {
  if (type?.type !== 'TSTypeLiteral') return [];
  return (type as TSTypeLiteral).members.flatMap((member): Member[] => {
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return [];
    const { key } = member;
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    if (name === undefined) return [];
    return [
      { name, type: member.typeAnnotation.typeAnnotation, isOptional: member.optional, start: member.start },
    ];
  });
}

function listFields(types: Types, type: TSType, depth = 0): SchemaField[] {
  return listMembers(aliased(types, type)).map(({ name, type: declared, isOptional, start }) => {
    const facts = readComment(commentBefore(types, start), name);
    const { description, min, max, maxLength, default: fallback } = facts;
    const shape = withLimits(toShape(types, declared, depth + 1), { min, max, maxLength });
    return {
      name,
      shape: isWholeNumber(name, shape) ? { ...shape, isWhole: true } : shape,
      isRequired: !isOptional,
      ...(fallback === undefined || fallback === null ? {} : { default: fallback }),
      description,
    };
  });
}

/** Follows names to what they stand for. */
function aliased(types: Types, type: TSType, depth = 0): TSType {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || depth > maxDepth) return type;
  const target = types.aliases.get(type.typeName.name);
  return target ? aliased(types, target, depth + 1) : type;
}

function commentBefore({ source, comments }: Types, start: number): string {
  const end = source.slice(0, start).trimEnd().length;
  return comments.get(end) ?? '';
}

function toShape(types: Types, type: TSType, depth: number): Shape {
  if (depth > maxDepth) return { type: 'unknown' };
  switch (type.type) {
    case 'TSStringKeyword':
      return { type: 'text' };
    case 'TSNumberKeyword':
      return { type: 'number' };
    case 'TSBooleanKeyword':
      return { type: 'boolean' };
    case 'TSParenthesizedType':
      return toShape(types, type.typeAnnotation, depth);
    case 'TSArrayType':
      return { type: 'list', of: toShape(types, type.elementType, depth + 1) };
    case 'TSLiteralType':
      return literalShape(type.literal);
    case 'TSTypeLiteral':
      return { type: 'object', fields: listFields(types, type, depth) };
    case 'TSUnionType':
      return joinShapes(withoutFiles(type.types).map((each) => toShape(types, each, depth)));
    case 'TSTypeReference':
      return referenceShape(types, type, depth);
    default:
      return { type: 'unknown' };
  }
}

function literalShape(literal: { type: string; value?: unknown }): Shape {
  const { value } = literal;
  if (typeof value === 'boolean') return { type: 'boolean' };
  return typeof value === 'string' || typeof value === 'number'
    ? { type: 'choice', options: [value] }
    : { type: 'unknown' };
}

function referenceShape(types: Types, type: TSType & { type: 'TSTypeReference' }, depth: number): Shape {
  const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
  const [item] = type.typeArguments?.params ?? [];
  if (name === 'Array' && item) return { type: 'list', of: toShape(types, item, depth + 1) };
  const target = aliased(types, type);
  if (target === type) return { type: 'unknown' };
  return target.type === 'TSTypeLiteral'
    ? { type: 'object', name, fields: listFields(types, target, depth) }
    : toShape(types, target, depth);
}

/** `string | Blob | File` is an address: the client uploads the other two. */
function withoutFiles(types: readonly TSType[]): readonly TSType[] {
  const readName = (type: TSType) =>
    type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : undefined;
  if (!types.some((type) => readName(type) === 'Blob')) return types;
  return types.filter((type) => !['Blob', 'File'].includes(readName(type) ?? ''));
}

/** One choice of all literals. */
function joinShapes(shapes: readonly Shape[]): Shape {
  const options = shapes.flatMap((shape) => (shape.type === 'choice' ? shape.options : []));
  const known = shapes.filter(({ type }) => type !== 'choice' && type !== 'unknown');
  const distinct = [...new Map(known.map((shape) => [JSON.stringify(shape), shape])).values()];
  const all: Shape[] = options.length > 0 ? [...distinct, { type: 'choice', options }] : distinct;
  const [first, ...others] = all;
  if (!first) return { type: 'unknown' };
  return others.length === 0 ? first : { type: 'union', of: all };
}

function withLimits(shape: Shape, limits: { min?: number; max?: number; maxLength?: number }): Shape {
  const { min, max, maxLength } = limits;
  if (shape.type === 'text') return maxLength === undefined ? shape : { ...shape, maxLength };
  if (shape.type !== 'number') return shape;
  return { ...shape, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** TypeScript has one type of number; these are counted. */
function isWholeNumber(name: string, shape: Shape): shape is Shape & { type: 'number' } {
  return (
    shape.type === 'number' && /^(num_|max_|seed$|width$|height$|fps$|frames_per_second$)|_steps$/.test(name)
  );
}
