import { AppError, type AppErrorCode } from '@atelier/contract';
import type { ApiEnv } from '@atelier/env';
import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../api.ts';
import { confirmsPerMinute, followsPerMinute, ownRequestsPerMinute } from './bounds.ts';
import { type Callers, rememberCallers } from './callers.ts';
import { describeActor } from './describe-actor.ts';
import { readPath } from './read-path.ts';

const windowMs = 60_000;

/** Routes with the same name share one counter per user or address. */
type Limit = { name: string; max: number; per: 'user' | 'address' };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted after the session lookup and before anything is reserved. */
    limit?: Limit;
    /** Limit of the calls of the same route for which `limit`, if there is one, is not meant. */
    otherLimit?: { isMeant: (request: FastifyRequest) => boolean; limit: Limit };
    /**
     * Programs and pages ask for it again and again by design, as long as something runs (docs/reliability.md,
     * "Following").
     */
    isFollowing?: boolean;
  }
}

type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
type PluginCount = ReturnType<Api['createRateLimit']>;

/**
 * Request limits, counted in Redis when there is one and otherwise per process. Register this before the session lookup,
 * so that a flood is rejected before it costs a query.
 */
export async function addRateLimits(
  api: Api,
  { env, queue, audit, sessions }: Pick<RouteDeps, 'env' | 'queue' | 'audit' | 'sessions'>,
): Promise<void> {
  await api.register(rateLimit, {
    global: false,
    timeWindow: windowMs,
    redis: queue.redis?.(),
    nameSpace: 'atelier-limit-',
    // An unreachable counter must not take the API down.
    skipOnError: true,
  });
  const counters = createCounters(api, audit, queue.redis ? (count) => count : inTurn);
  countRequests(api, env, { counters, callers: rememberCallers(api, { sessions }) });
  api.addHook('onRoute', (route) => {
    const { limit, otherLimit } = route.config ?? {};
    if (!limit && !otherLimit) return;
    const count = limit && counters(limit, { isShown: true });
    const countOther = otherLimit && counters(otherLimit.limit, { isShown: true });
    const countEach: Count = async (request, reply) =>
      countOther && otherLimit.isMeant(request) ? countOther(request, reply) : count?.(request, reply);
    route.preHandler = [countEach, ...[route.preHandler ?? []].flat()];
  });
}

/**
 * Requests and files, limited before any other check: those of a user per user, whatever the address, and all others per
 * address. What follows generations is counted apart from all other requests of the user.
 */
function countRequests(
  api: Api,
  env: ApiEnv,
  { counters, callers }: { counters: ReturnType<typeof createCounters>; callers: Callers },
): void {
  const hidden = { isShown: false };
  const by = (names: { own: string; address: string }, own: number, address: number) => {
    const countOwn = counters({ name: names.own, max: own, per: 'user' }, hidden);
    const countAddress = counters({ name: names.address, max: address, per: 'address' }, hidden);
    return (request: FastifyRequest, reply: FastifyReply) =>
      request.callerId === null ? countAddress(request, reply) : countOwn(request, reply);
  };
  const { LIMIT_REQUESTS_PER_MINUTE: requests, LIMIT_FILES_PER_MINUTE: files } = env;
  const countFile = by({ own: 'own_files', address: 'files' }, files, files);
  const countFollow = by({ own: 'follow', address: 'requests' }, followsPerMinute(env), requests);
  const countOther = by({ own: 'own_requests', address: 'requests' }, ownRequestsPerMinute(env), requests);
  api.addHook('onRequest', async (request, reply) => {
    const path = readPath(request);
    if (path.startsWith('/media/') || path.startsWith('/s/')) {
      callers.recall(request);
      await countFile(request, reply);
      return;
    }
    // Pages, probes and webhooks are not requests that a user makes.
    if (!/^\/(?:api\/|v1\/|mcp$)/.test(path) || isWebhook(request)) return;
    await callers.identify(request);
    const isFollowing = request.routeOptions.config?.isFollowing === true;
    await (isFollowing ? countFollow : countOther)(request, reply);
  });
}

/** Looks at the route: an unknown address that begins like one of these is a request like any other. */
function isWebhook({ routeOptions }: FastifyRequest): boolean {
  const { url = '' } = routeOptions;
  return url.startsWith('/api/wan/get') || url.startsWith('/api/checkout/webhook');
}

/**
 * A counter for each limit. Throws rate_limited above the maximum; `isShown`: replies carry the x-ratelimit headers. The
 * plugin's own configuration of routes is not used, because it counts each route by itself.
 */
function createCounters(api: Api, audit: RouteDeps['audit'], order: (count: PluginCount) => PluginCount) {
  const counters = new Map<string, PluginCount>();
  return ({ name, max, per }: Limit, { isShown }: { isShown: boolean }): Count => {
    const keyOf = per === 'user' ? userKey : addressKey;
    const count =
      counters.get(name) ??
      order(
        api.createRateLimit({
          max,
          timeWindow: windowMs,
          keyGenerator: (request) => `${name}:${keyOf(request)}`,
        }),
      );
    counters.set(name, count);
    return async (request, reply) => {
      const counted = await count(request);
      if (counted.isAllowed) return;
      if (isShown) showCount(reply, counted);
      if (!counted.isExceeded) return;
      audit.count({ name: 'rate_limited', ...describeCaller(request), details: { limit: name } });
      throw rateLimited(counted);
    };
  };
}

/** Describes the caller, who before the session lookup is known from earlier requests, if at all. */
function describeCaller(request: FastifyRequest): ReturnType<typeof describeActor> {
  const { session, callerId } = request;
  const actor = describeActor(request);
  return session || callerId === null
    ? actor
    : { ...actor, actor: 'user', actorId: callerId, userId: callerId };
}

/**
 * One after the other: the plugin's store in memory hands out the object that it counts in, so that of requests of the same
 * turn each would read the count of the last.
 */
function inTurn(count: PluginCount): PluginCount {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const counted = last.then(() => count(request));
    last = counted.catch(() => undefined);
    return counted;
  };
}

function showCount(reply: FastifyReply, count: { max: number; remaining: number; ttlInSeconds: number }) {
  reply
    .header('x-ratelimit-limit', count.max)
    .header('x-ratelimit-remaining', count.remaining)
    .header('x-ratelimit-reset', count.ttlInSeconds);
}

/** A session and the API keys of its user have one key. */
function userKey(request: FastifyRequest): string {
  return request.session?.userId ?? request.callerId ?? addressKey(request);
}

/** The address of a client that has already gone is unknown. */
function addressKey({ ip }: FastifyRequest): string {
  return ip === undefined ? 'gone' : rateLimit.normalizeIP(ip);
}

/** Limit per address. Each of them costs a check of a signature and up to 1 MB of body. */
const maxForgeriesPerMinute = 300;

/**
 * Refuses webhooks of an address that sent too many with a wrong signature, before their body is read. Real webhooks
 * are not counted, because a burst of finished generations must never cost one of them.
 */
export function limitForgeries(api: Api, deps: Pick<RouteDeps, 'audit'>): void {
  limitFailures(api, deps, { name: 'forgeries', max: maxForgeriesPerMinute, code: 'invalid_signature' });
}

/** Limit per address. It is more than the files of an ended page that a player still asks for. */
const maxGuessesPerMinute = 120;

/** Refuses shared pages to an address that asked for too many unknown ones. Visits of real pages are not counted. */
export function limitGuesses(api: Api, deps: Pick<RouteDeps, 'audit'>): void {
  limitFailures(api, deps, { name: 'share_guesses', max: maxGuessesPerMinute, code: 'not_found' });
}

/** Limit per address, enough for someone who finds several pages. */
const maxReportsPerMinute = 5;
export const reportLimit = {
  config: { limit: { name: 'reports', max: maxReportsPerMinute, per: 'address' as const } },
};

/** Counts the requests of an address that ended with this code, and refuses all of its requests above the maximum. */
function limitFailures(
  api: Api,
  { audit }: Pick<RouteDeps, 'audit'>,
  { name, max, code }: { name: string; max: number; code: AppErrorCode },
): void {
  const count = api.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}:${addressKey(request)}`,
  });
  api.addHook('onRequest', async (request) => {
    const counted = await count(request, { increment: false });
    if (counted.isAllowed || !counted.isExceeded) return;
    audit.count({ name: 'rate_limited', ...describeActor(request), details: { limit: name } });
    throw rateLimited(counted);
  });
  api.addHook('onSend', async (request) => {
    if (request.refusedAs === code) await count(request);
  });
}

function rateLimited({ ttlInSeconds }: { ttlInSeconds: number }): AppError {
  return new AppError('rate_limited', { details: { retry_after_seconds: Math.max(1, ttlInSeconds) } });
}

export function createLimit(env: ApiEnv) {
  return perUser('create', env.LIMIT_CREATE_PER_MINUTE);
}

/** Prices are asked for while a batch is typed. */
const batchCallsPerSubmission = 3;

export function batchLimit(env: ApiEnv) {
  return perUser('batch', batchCallsPerSubmission * env.LIMIT_CREATE_PER_MINUTE);
}

/** Allows as many as submissions, and counts them separately. */
export function checkoutLimit(env: ApiEnv) {
  return perUser('checkout', env.LIMIT_CREATE_PER_MINUTE);
}

/** Allows as many as submissions, and counts them separately. */
export function shareLimit(env: ApiEnv) {
  return perUser('share', env.LIMIT_CREATE_PER_MINUTE);
}

/** Allows as many as submissions: each redelivery makes us call an address of the user's choice. */
export function redeliveryLimit(env: ApiEnv) {
  return perUser('redelivery', env.LIMIT_CREATE_PER_MINUTE);
}

export function uploadLimit(env: ApiEnv) {
  return perUser('upload', env.LIMIT_UPLOAD_PER_MINUTE);
}

export function presignLimit(env: ApiEnv) {
  return perUser('presign', env.LIMIT_PRESIGN_PER_MINUTE);
}

/** Apart from the addresses, so that a file which was sent can be confirmed. */
export function confirmLimit(env: ApiEnv) {
  return perUser('confirm', confirmsPerMinute(env));
}

export function refundLimit(env: ApiEnv) {
  return perUser('refund', env.LIMIT_REFUND_PER_MINUTE);
}

/** Beginnings of a sign-in; each sign-in also has a return, which is counted apart. */
export function loginLimit(env: ApiEnv) {
  return perAddress('login', env.LIMIT_LOGIN_PER_MINUTE);
}

export function loginReturnLimit(env: ApiEnv) {
  return perAddress('login_return', env.LIMIT_LOGIN_PER_MINUTE);
}

function perUser(name: string, max: number) {
  return { config: { limit: { name, max, per: 'user' } } } as const;
}

function perAddress(name: string, max: number) {
  return { config: { limit: { name, max, per: 'address' } } } as const;
}
