import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import generate, { astToString, type OpenAPI3 } from 'openapi-typescript';

export const typesFile = join(repositoryRoot, 'packages/client/src/schema.gen.ts');

const heading = `// Written by \`npm run client:types\` from the description of the API. Do not edit.

`;

type Schema = { properties?: Record<string, object>; title?: string; description?: string };
type Operation = {
  security?: Record<string, unknown>[];
  requestBody?: object;
  responses?: Record<string, object>;
};
type JsonReply = { content: { 'application/json': { schema: { properties: Record<string, Schema> } } } };
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema> } & Record<string, unknown>;
};

/**
 * Returns the types of the calls that a program makes. The kinds are left out: three schemas for each of them are nine
 * tenths of the description, and models come and go while a program stays as it was compiled. So the input of every kind
 * is one open object, whose fields a program reads from the description when it runs.
 */
export async function generateTypes(document: ApiDocument): Promise<string> {
  const ast = await generate(nameSchemas(withoutKinds(document)) as unknown as OpenAPI3, {
    defaultNonNullable: false,
  });
  return heading + astToString(ast);
}

const creationPath = '/api/generations';
/** Calls that `POST /api/generations` and the library replace, of other vendors' clients, and of browsers. */
const leftOut =
  /^\/api\/(wan|auth|oembed|legal|erasures|upload-|(video|image|audio)-generation|image-understanding)/;

function withoutKinds({ components, paths, ...document }: ApiDocument): ApiDocument {
  const { schemas = {}, ...others } = components;
  const open = Object.entries(paths).flatMap(([path, methods]) => {
    const operations = Object.entries(methods).filter(([, operation]) => isForPrograms(operation));
    return leftOut.test(path) || operations.length === 0
      ? []
      : [[path, Object.fromEntries(operations)] as const];
  });
  const kept = structuredClone(Object.fromEntries(open));
  const create = kept[creationPath]?.post;
  if (!create) throw new Error(`The description has no POST ${creationPath}`);
  const schema = openCreation(schemas);
  create.requestBody = { required: true, content: { 'application/json': { schema } } };
  return { ...document, components: others, paths: kept };
}

/** Returns true when an API key is accepted, or no sign-in is needed. */
function isForPrograms({ security }: Operation): boolean {
  return security?.length === 0 || security?.some((way) => 'apiKey' in way) === true;
}

/** The body of the creation call with any kind; the fields beside its input are the same for all of them. */
function openCreation(schemas: Record<string, Schema>): Schema {
  const [, any] = Object.entries(schemas).find(([name]) => name.endsWith('.generation')) ?? [];
  if (!any) throw new Error('The description has no schema of a creation call');
  const input = { type: 'object', additionalProperties: true, description: 'The fields of the kind.' };
  const kind = { type: 'string', description: 'The id of a model.' };
  const { title: _title, description: _description, ...shared } = any;
  return { ...shared, properties: { ...any.properties, kind, input } };
}

/** Gives the two objects that many calls return a name, which the description repeats in each of them. */
function nameSchemas(document: ApiDocument): ApiDocument {
  const named = new Map(
    [
      { name: 'Generation', path: '/api/generations/{id}', property: 'generation' },
      { name: 'Batch', path: '/api/batches/{id}', property: 'batch' },
    ].map(({ name, path, property }) => {
      const reply = document.paths[path]?.get?.responses?.['200'] as JsonReply | undefined;
      const schema = reply?.content['application/json'].schema.properties[property];
      if (!schema) throw new Error(`The reply of GET ${path} has no ${property}`);
      return [JSON.stringify(schema), { name, schema }] as const;
    }),
  );
  const replace = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const found = named.get(JSON.stringify(part));
    if (found) return { $ref: `#/components/schemas/${found.name}` };
    if (Array.isArray(part)) return part.map(replace);
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replace(value)]));
  };
  const schemas = Object.fromEntries([...named.values()].map(({ name, schema }) => [name, schema]));
  const paths = replace(document.paths) as ApiDocument['paths'];
  return { ...document, paths, components: { ...document.components, schemas } };
}
