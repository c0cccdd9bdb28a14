// Replies as JSON. A schema leaves out what it does not name, by making a copy of the reply, which for a page of a list takes
// longer than writing it. Most replies are already what the schema would make of them: those are checked, and written as
// they are. A reply that is as long as a page of a list goes as bytes.
import { serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/v4/core';

/** Whether a value is what its schema would write, key by key in the same order. */
type Check = (value: unknown) => boolean;

/** Writes replies as `serializerCompiler` does, and faster. */
export const replyCompiler: typeof serializerCompiler = (route) => {
  const copyAndWrite = serializerCompiler(route);
  const { schema } = route;
  const isExact = schema instanceof z.$ZodType ? toCheck(schema) : undefined;
  if (!isExact) return copyAndWrite;
  return (reply) => toBytes(isExact(reply) ? JSON.stringify(reply) : copyAndWrite(reply));
};

/**
 * Node goes through a text twice, for its length and to write it, and writes bytes as they are. Fastify takes both, although
 * its types name only text.
 */
const toBytes = (text: string) => (text.length < minBytes ? text : Buffer.from(text)) as string;
/** Length below which a header and its text are written at once. */
const minBytes = 8_192;

/** Returns undefined for schemas that replies rarely have, such as bounds and formats of a text: they check themselves. */
export function toCheck(schema: z.$ZodType): Check | undefined {
  const { def } = (schema as z.$ZodTypes)._zod;
  if (def.checks && def.checks.length > 0) return undefined;
  switch (def.type) {
    case 'string':
      return 'format' in def ? undefined : (value) => typeof value === 'string';
    case 'number':
      return numberCheck(def);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    case 'nullable':
      return orValue(toCheck(def.innerType), null);
    case 'optional':
      return orValue(toCheck(def.innerType), undefined);
    case 'array':
      return arrayCheck(toCheck(def.element));
    case 'record':
      return recordCheck(def);
    case 'object':
      return def.catchall ? undefined : objectCheck(def.shape);
    default:
      return undefined;
  }
}

function numberCheck(def: z.$ZodNumberDef | z.$ZodNumberFormatDef): Check | undefined {
  if (!('format' in def)) return Number.isFinite;
  return def.format === 'safeint' ? Number.isSafeInteger : undefined;
}

function oneOf(values: readonly unknown[]): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

function orValue(check: Check | undefined, other: null | undefined): Check | undefined {
  return check && ((value) => value === other || check(value));
}

function arrayCheck(check: Check | undefined): Check | undefined {
  return check && ((value) => Array.isArray(value) && value.every(check) && !value.includes(undefined));
}

/** Checks records of unknown values, which are written unchanged. Returns undefined for other records. */
function recordCheck({ keyType, valueType }: z.$ZodRecordDef): Check | undefined {
  const isAny = keyType._zod.def.type === 'string' && !keyType._zod.def.checks?.length;
  if (!isAny || valueType._zod.def.type !== 'unknown') return undefined;
  // A schema leaves this name out.
  return (value) => isPlain(value) && !Object.hasOwn(value, '__proto__');
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function objectCheck(shape: Readonly<Record<string, z.$ZodType>>): Check | undefined {
  const names = Object.keys(shape);
  const checks: Check[] = [];
  for (const name of names) {
    const check = toCheck(shape[name] as z.$ZodType);
    if (!check) return undefined;
    checks.push(check);
  }
  const mayMiss = names.map((name) => shape[name]?._zod.optout === 'optional');
  return (value) => {
    if (!isPlain(value)) return false;
    let place = 0;
    for (const name in value) {
      while (names[place] !== name) {
        if (!mayMiss[place]) return false;
        place += 1;
      }
      if (!checks[place]?.(value[name])) return false;
      place += 1;
    }
    for (; place < names.length; place += 1) if (!mayMiss[place]) return false;
    return true;
  };
}
