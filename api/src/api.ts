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
import type { ApiMetrics } from './plugins/metrics.ts';

/** What routes get: the clients, and the sockets and figures of the server they belong to. */
export type RouteDeps = ApiDeps & { realtime: Realtime; metrics: ApiMetrics };

/** Fastify with bodies, queries and replies typed by their zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
