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

/** The schemas of a route as the document shows them. */
export const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** The description of every route, made from the schemas that check it: /api/openapi.json and /api/docs. */
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
          apiKey: { type: 'http', scheme: 'bearer', description: 'A personal key, made at /developers.' },
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
    // The pages set styles of their elements, which the browser would otherwise report as errors.
    transformStaticCSP: (policy) => policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    theme: { title: 'Atelier API', css: [{ filename: 'atelier.css', content: barHidden }] },
  });
}

/** The bar shows the library's mark and asks for the address of another document. */
const barHidden = '.swagger-ui .topbar { display: none }';

/** Every route may refuse; said here once, and not checked at run time: errors are made in one place only. */
function withErrorReply(schema: FastifySchema): FastifySchema {
  return { ...schema, response: { ...(schema.response as object | undefined), default: errorReply } };
}

/** Whom a route answers: anybody, or a user by their key, their session or both. */
function withSecurity(schema: FastifySchema, { config }: RouteOptions): FastifySchema {
  if (!config?.needsSession) return { ...schema, security: [] };
  const keys = config.acceptsKeys ? [{ apiKey: [] }] : [];
  return { ...schema, security: [...keys, { session: [] }] };
}

export function openApiRoutes(api: Api): void {
  api.get('/api/openapi.json', { schema: { hide: true } }, async () => api.swagger());
}
