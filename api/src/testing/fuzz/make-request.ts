import { randomUUID } from 'node:crypto';
import { mp4, png } from '../../modules/uploads/testing/files.ts';
import { form, formType } from '../../modules/uploads/testing/form.ts';
import { contentTypes, hostileHeaders, hostileText, rawBodies } from './hostile-values.ts';
import type { Random } from './random.ts';
import { type JsonSchema, mutate, pickSample, type Sampler } from './sample-schema.ts';

type Media = Record<string, { schema?: JsonSchema; example?: unknown }>;
type Parameter = { in: string; name: string; required?: boolean; schema: JsonSchema };

export type Operation = {
  method: string;
  path: string;
  parameters?: Parameter[];
  requestBody?: { content?: Media };
  /** Responses by status; those of refusals are references. */
  responses: Record<string, { $ref?: string; content?: Media }>;
};

/** A client with what it may know: its own ids, and those of others. */
export type Actor = { name: string; headers: Record<string, string> };

export type FuzzRequest = {
  operation: Operation;
  actor: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

export type Scene = {
  operations: readonly Operation[];
  actors: readonly Actor[];
  origin: string;
  sampler: Sampler;
};

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A request of which almost half follow the description, and the others break it in several places. */
export function makeRequest({ operations, actors, origin, sampler }: Scene): FuzzRequest {
  const { random } = sampler;
  const operation = random.pick(operations);
  const isObedient = random.chance(0.45);
  const breaks: Breaks = (probability) => !isObedient && random.chance(probability);
  const actor = actorFor(operation, actors, random);
  const method = breaks(0.1) ? random.pick(otherMethods) : operation.method;
  const body = method === 'GET' || method === 'HEAD' ? undefined : makeBody(operation, sampler, breaks);
  return {
    operation,
    actor: actor.name,
    method,
    url: `${makePath(operation, sampler, breaks)}${makeQuery(operation, sampler, breaks)}`,
    headers: {
      ...(!isObedient && hostileHeaders(random)),
      ...(body && { 'content-type': breaks(0.15) ? random.pick(contentTypes) : body.type }),
      ...(breaks(0.15) ? foreignOrigin(origin, random) : { origin }),
      ...actor.headers,
    },
    body: body?.bytes,
  };
}

/** Whether to break the description here. */
type Breaks = (probability: number) => boolean;

/** Paths after which most of what follows would only be 401. */
const endsAccess = /logout|\/sessions|\/close|\/lock$|end-sessions|revoke-keys|\/api-keys\/\{id\}/;

/** Operators' pages are 404 to everyone else, and access is taken from an account that nothing else needs. */
function actorFor({ path, method }: Operation, actors: readonly Actor[], random: Random): Actor {
  const isMeant = random.chance(0.85);
  const named = (name: string) => actors.find((actor) => actor.name === name) ?? random.pick(actors);
  if (isMeant && path.startsWith('/api/admin/')) return named('operator');
  if (isMeant && method !== 'GET' && endsAccess.test(path)) return named('leaver');
  return random.chance(0.7) ? named('user') : random.pick(actors);
}

function foreignOrigin(origin: string, random: Random): Record<string, string> {
  const foreign = ['https://evil.test', 'null', `${origin}.evil.test`, origin.toUpperCase()];
  return random.chance(0.2) ? {} : { origin: random.pick(foreign) };
}

function makePath({ path, parameters = [] }: Operation, sampler: Sampler, breaks: Breaks): string {
  const { random, ids, words } = sampler;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    // The stream of a running generation is open for as long as it runs.
    if (path.endsWith('/stream') && name === 'request_id') return randomUUID();
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {};
    const sampled = () =>
      schema.enum ? String(pickSample(schema, sampler)) : random.pick(words[name] ?? ids);
    const text = breaks(0.3) ? hostileText(random) : sampled();
    return encodeURIComponent(text.toWellFormed()) || '%20';
  });
}

function makeQuery({ parameters = [] }: Operation, sampler: Sampler, breaks: Breaks): string {
  const { random } = sampler;
  const query = new URLSearchParams();
  for (const { in: place, name, schema, required } of parameters) {
    if (place !== 'query' || (!required && random.chance(0.5))) continue;
    for (let times = breaks(0.1) ? 2 : 1; times > 0; times -= 1)
      query.append(name, breaks(0.4) ? hostileText(random) : String(pickSample(schema, sampler)));
  }
  if (breaks(0.1)) query.append(hostileText(random), hostileText(random));
  const text = `?${query}${breaks(0.04) ? '&%zz=%&&=' : ''}`;
  return text === '?' ? '' : text;
}

type Body = { type: string; bytes: Buffer };

function makeBody(operation: Operation, sampler: Sampler, breaks: Breaks): Body | undefined {
  const { random } = sampler;
  if (operation.path.startsWith('/api/upload-')) return makeForm(operation, random, breaks);
  const { schema, example } = operation.requestBody?.content?.['application/json'] ?? {};
  if (breaks(0.2)) return { type: 'application/json', bytes: random.pick(rawBodies) };
  if (schema === undefined) return undefined;
  const base = example !== undefined && random.chance(0.5) ? example : pickSample(schema, sampler);
  const known = withKnown(base, sampler);
  const value = breaks(0.7) ? mutate(known, random) : known;
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) };
}

/** The examples name hosts that a test must not look up, and records that are not there. */
function withKnown(value: unknown, { random, addresses, ids }: Sampler): unknown {
  const known = JSON.stringify(value)
    .replace(/"https?:\/\/[^"]*"/g, () => JSON.stringify(random.pick(addresses)))
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, () => JSON.stringify(random.pick(ids)));
  return JSON.parse(known);
}

function makeForm({ path }: Operation, random: Random, breaks: Breaks): Body {
  const right = path.endsWith('video') ? mp4() : png({ width: 8, height: 8 });
  const files = [right, Buffer.from('<svg/>'), Buffer.alloc(0), Buffer.alloc(3_000)];
  const parts = Array.from({ length: breaks(0.3) ? random.pick([0, 2, 12]) : 1 }, () => ({
    filename: breaks(0.2) ? random.pick([undefined, '', '../../x', 'a\\";x']) : 'a.png',
    content: breaks(0.4) ? random.pick(files) : right,
  }));
  const bytes = form(...parts);
  return { type: formType, bytes: breaks(0.2) ? bytes.subarray(0, random.upTo(bytes.length)) : bytes };
}
