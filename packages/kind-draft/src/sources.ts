import { readFileSync } from 'node:fs';
import { type EndpointSchema, priceSentence, readOpenApi } from '@atelier/fal';
import { completeSchema } from './complete-schema.ts';
import { type ModelFacts, readFacts } from './read-facts.ts';
import { readLlms } from './read-llms.ts';
import { readTypes } from './read-types.ts';

/** A schema with what its source says of the price: as `--price` takes it, or the words of a page. */
export type Source = { schema: EndpointSchema; facts?: ModelFacts; pricing?: string };

/** Where fal publishes the OpenAPI document of an endpoint's queue. */
const documents = 'https://fal.ai/api/openapi/queue/openapi.json';

/** The types of the installed client. An unknown endpoint is an error that names those that resemble it. */
export function fromInstalledTypes(endpoint: string): EndpointSchema {
  const types = readTypes();
  if (types.endpoints.includes(endpoint)) return types.read(endpoint);
  const names = nearest(endpoint, types.endpoints).join('\n  ');
  throw new Error(`fal's client declares no endpoint ${endpoint}. The nearest ones are:\n  ${names}`);
}

/**
 * Reads one or more files about an endpoint: an OpenAPI document of fal's queue, fal's page for language models, or a file
 * of facts, each recognized by what is in it. Facts complete a schema beside them, and must not contradict it.
 */
export function fromFiles(files: readonly string[], endpoint: string, beside?: EndpointSchema): Source {
  const sources = files.map((file) => readSource(readFileSync(file, 'utf8'), file, endpoint));
  const schemas = [...(beside ? [{ schema: beside }] : []), ...sources.filter(({ facts }) => !facts)];
  const stated = sources.filter(({ facts }) => facts);
  const [first] = [...schemas, ...stated];
  if (!first || schemas.length > 1 || stated.length > 1)
    throw new Error('Name one schema (openapi.json or llms.txt), one file of facts, or one of each');
  const [facts] = stated;
  return {
    ...first,
    ...facts,
    schema: facts && schemas.length > 0 ? completeSchema(first.schema, facts.schema) : first.schema,
  };
}

function readSource(text: string, file: string, endpoint: string): Source {
  if (!text.trimStart().startsWith('{')) {
    const pricing = priceSentence(text);
    return { schema: readLlms(text, endpoint), ...(pricing ? { pricing } : {}) };
  }
  const json = parseJson(text, file);
  if ('paths' in json) return { schema: readOpenApi(json, endpoint) };
  const facts = readFacts(json, file);
  if (facts.schema.endpoint !== endpoint)
    throw new Error(`${file} is about ${facts.schema.endpoint}, not ${endpoint}`);
  return { schema: facts.schema, facts };
}

function parseJson(text: string, file: string): object {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/** Asks fal itself. */
export async function fromFal(endpoint: string): Promise<EndpointSchema> {
  const url = `${documents}?endpoint_id=${encodeURIComponent(endpoint)}`;
  const reply = await fetch(url).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`fal.ai cannot be reached (${reason}). Without --fetch the installed types are read.`);
  });
  if (!reply.ok) throw new Error(`fal.ai answers ${reply.status} for the document of ${endpoint}`);
  return readOpenApi(await reply.json(), endpoint);
}

/** The known names that resemble the given one most, the best first: the same parts, then few differing letters. */
export function nearest(name: string, known: readonly string[], count = 5): string[] {
  const parts = listParts(name);
  const scored = known.map((each) => {
    const others = listParts(each);
    const common = [...parts].filter((part) => others.has(part)).length;
    const similarity = (2 * common) / (parts.size + others.size);
    return { each, score: similarity - distance(name, each) / Math.max(name.length, each.length) };
  });
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ each }) => each);
}

function listParts(name: string): Set<string> {
  return new Set(name.toLowerCase().split(/[^a-z0-9]+/));
}

/** Levenshtein's, with one row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
