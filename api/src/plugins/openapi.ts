import { errorReply } from '@atelier/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Api } from '../api.ts';
import type { ApiDeps } from '../deps.ts';
import { completeDocument } from './openapi/complete-document.ts';
import { introduction, tags } from './openapi/introduction.ts';

/** Converts the schemas of a route for the document. */
export const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

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
        version: '0.1.0',
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: env.PUBLIC_URL }],
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal API key, created at /developers.',
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
  await api.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // The pages use inline styles, which the policy would otherwise block.
    transformStaticCSP: (policy) => policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    theme: { title: 'Atelier API', css: [{ filename: 'atelier.css', content: barHidden }] },
  });
}

/** The top bar shows the library's logo and a field for the address of another document. */
const barHidden = '.swagger-ui .topbar { display: none }';

/** Adds the error reply to every route. Not checked at run time, because all errors are made in one place. */
function withErrorReply(schema: FastifySchema): FastifySchema {
  return { ...schema, response: { ...(schema.response as object | undefined), default: errorReply } };
}

/** How a route authenticates: not at all, or by API key, session or both. */
function withSecurity(schema: FastifySchema, { config }: RouteOptions): FastifySchema {
  if (!config?.needsSession) return { ...schema, security: [] };
  const keys = config.acceptsKeys ? [{ apiKey: [] }] : [];
  return { ...schema, security: [...keys, { session: [] }] };
}

export function openApiRoutes(api: Api): void {
  api.get('/api/openapi.json', { schema: { hide: true } }, async () => api.swagger());
}
