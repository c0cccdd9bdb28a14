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

/** Dependencies of routes: the clients, and the parts of their server: sockets and metrics. */
export type RouteDeps = ApiDeps & {
  realtime: Realtime;
  metrics: ApiMetrics;
  onPlaceGiven: ApiMetrics['slotFilled'];
};

/** Fastify with bodies, queries and replies typed by zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
