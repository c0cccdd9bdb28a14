import type { Realtime } from '@atelier/realtime';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ApiDeps } from './deps.ts';

/** What routes get: the clients, and the sockets of the server they belong to. */
export type RouteDeps = ApiDeps & { realtime: Realtime };

/** Fastify with bodies, queries and replies typed by their zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
