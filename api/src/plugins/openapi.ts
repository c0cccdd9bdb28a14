import { apiKeyScopeMeanings, apiKeyScopes, errorReply } from '@atelier/contract';
import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import manifest from '../../package.json' with { type: 'json' };
import type { Api } from '../api.ts';
import type { ApiDeps } from '../deps.ts';
import { completeDocument } from './openapi/complete-document.ts';
import { introduction, tags } from './openapi/introduction.ts';
import { addReference } from './openapi/reference/add-reference.ts';

const scopeWords = apiKeyScopes.map((scope) => `\`${scope}\` (${apiKeyScopeMeanings[scope]})`).join(', ');

const transform = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** Converts the schemas of a route for the document. */
export const toJsonSchema: typeof transform = (document) => describeTuples(transform(document));

/** Generators of clients look for `items` in every list, also where each place has a schema of its own. */
function describeTuples<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  const children = part as Record<string, unknown>;
  if (Array.isArray(children.prefixItems)) children.items = { anyOf: children.prefixItems };
  for (const child of Object.values(children)) describeTuples(child);
  return part;
}

/** Describes every route by its schemas, as /api/openapi.json and /api/docs. */
export async function addOpenApi(
  api: Api,
  { env, sessions }: Pick<ApiDeps, 'env' | 'sessions'>,
): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Atelier',
        version: manifest.version,
        description: introduction,
        contact: { name: 'The operator of this site', url: env.PUBLIC_URL },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: env.PUBLIC_URL }],
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: `A personal API key, created at /developers. Scopes: ${scopeWords}.`,
          },
          session: { type: 'apiKey', in: 'cookie', name: sessions.cookieName },
        },
      },
    },
    transformObject: (described) =>
      'openapiObject' in described
        ? completeDocument(described.openapiObject as Partial<OpenAPIV3_1.Document>)
        : described.swaggerObject,
    transform: (route) =>
      toJsonSchema({ ...route, schema: withSecurity(withErrorReply(route.schema), route.route) }),
  });
  await addReference(api);
}

/** Adds the error reply to every route. Not checked at run time, because all errors are made in one place. */
function withErrorReply(schema: FastifySchema): FastifySchema {
  return { ...schema, response: { ...(schema.response as object | undefined), default: errorReply } };
}

/**
 * How a route authenticates: not at all, or by API key, session or both. The scopes of a key are listed as OpenAPI 3.1
 * lists roles, each an alternative, and in words.
 */
function withSecurity(schema: FastifySchema, { config }: RouteOptions): FastifySchema {
  if (!config?.needsSession) return { ...schema, security: [] };
  const following = config.isFollowing ? followingSentence : undefined;
  const describe = (...sentences: (string | undefined)[]) =>
    [schema.description, ...sentences].filter(Boolean).join('\n\n') || undefined;
  if (!config.acceptsKeys)
    return { ...schema, description: describe(following), security: [{ session: [] }] };
  const { keyScopes = [] } = config;
  const named = keyScopes.map((scope) => `\`${scope}\``).join(' or ');
  const sentence = named === '' ? undefined : `API keys need the scope ${named}.`;
  return {
    ...schema,
    description: describe(sentence, following),
    security: [...keyScopes.map((scope) => ({ apiKey: [scope] })), { session: [] }],
  };
}

const followingSentence =
  'Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.';

export function openApiRoutes(api: Api): void {
  api.get('/api/openapi.json', { config: { keyScopes: [] }, schema: { hide: true } }, async () =>
    api.swagger(),
  );
}
