import { errorReply } from '@atelier/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Api } from '../api.ts';

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** The description of every route, made from the schemas that check it: /api/openapi.json and /api/docs. */
export async function addOpenApi(api: Api): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Atelier',
        version: '0.1.0',
        description:
          'Make videos and images with credits. Every error answers `{ error, message, code, … }`.',
      },
    },
    transform: (route) => toJsonSchema({ ...route, schema: withErrorReply(route.schema) }),
  });
  await api.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}

/** Every route may refuse; said here once, and not checked at run time: errors are made in one place only. */
function withErrorReply(schema: FastifySchema): FastifySchema {
  return { ...schema, response: { ...(schema.response as object | undefined), default: errorReply } };
}

export function openApiRoutes(api: Api): void {
  api.get('/api/openapi.json', { schema: { hide: true } }, async () => api.swagger());
}
