import { AppError } from '@atelier/contract';
import type { ApiEnv } from '@atelier/env';
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../api.ts';

const windowMs = 60_000;

/**
 * Request limits, counted in Redis when there is one and otherwise per process. Register this before the session lookup,
 * so that a flood is rejected before it costs a query.
 */
export async function addRateLimits(
  api: Api,
  { env, queue }: Pick<RouteDeps, 'env' | 'queue'>,
): Promise<void> {
  await api.register(rateLimit, {
    global: false,
    max: env.LIMIT_REQUESTS_PER_MINUTE,
    timeWindow: windowMs,
    redis: queue.redis?.(),
    nameSpace: 'atelier-limit-',
    // An unreachable counter must not take the API down.
    skipOnError: true,
    // Files, pages and webhooks are not requests that a user makes.
    allowList: (request) => !request.url.startsWith('/api/') || isWebhook(request.url),
    errorResponseBuilder: (_request, { ttl }) => rateLimited(ttl),
  });
  // The plugin's own hook runs per route, after the session and origin checks; this one runs before them.
  const countRequest = api.createRateLimit();
  api.addHook('onRequest', async (request, reply) => {
    const count = await countRequest(request);
    if (count.isAllowed || !count.isExceeded) return;
    reply.header('retry-after', count.ttlInSeconds);
    throw rateLimited(count.ttl);
  });
}

function isWebhook(url: string): boolean {
  return url.startsWith('/api/wan/get') || url.startsWith('/api/checkout/webhook');
}

function rateLimited(ttlMs: number): AppError {
  return new AppError('rate_limited', { details: { retry_after_seconds: Math.ceil(ttlMs / 1000) } });
}

/** Counted per user: runs after the session lookup and before anything is reserved. */
export function createLimit(env: ApiEnv) {
  return perMinute(
    env.LIMIT_CREATE_PER_MINUTE,
    (request) => `create:${request.session?.userId ?? request.ip}`,
  );
}

export function uploadLimit(env: ApiEnv) {
  return perMinute(
    env.LIMIT_UPLOAD_PER_MINUTE,
    (request) => `upload:${request.session?.userId ?? request.ip}`,
  );
}

export function presignLimit(env: ApiEnv) {
  return perMinute(
    env.LIMIT_PRESIGN_PER_MINUTE,
    (request) => `presign:${request.session?.userId ?? request.ip}`,
  );
}

export function refundLimit(env: ApiEnv) {
  return perMinute(
    env.LIMIT_REFUND_PER_MINUTE,
    (request) => `refund:${request.session?.userId ?? request.ip}`,
  );
}

export function loginLimit(env: ApiEnv) {
  return perMinute(env.LIMIT_LOGIN_PER_MINUTE, (request) => `login:${request.ip}`);
}

function perMinute(max: number, keyGenerator: (request: FastifyRequest) => string) {
  const rateLimitOptions: RateLimitOptions = {
    max,
    timeWindow: windowMs,
    hook: 'preHandler',
    keyGenerator,
    allowList: [],
  };
  return { config: { rateLimit: rateLimitOptions } };
}
