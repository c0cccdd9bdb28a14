import { type ApiKeyScope, AppError } from '@atelier/contract';
import { markApiKeyUsed } from '@atelier/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { readPath } from '../../plugins/read-path.ts';
import { requireScope } from './guards.ts';
import { hashApiKey, isApiKey, isToken, readApiKey } from './key-format.ts';
import type { CookieSession, Session } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/**
 * Paths that need the cookie's session. Pages, their files and probes need none: they cost no query and work without the
 * database. Stored files look it up on their own, because a public one needs none.
 */
const readsCookie = /^\/(api|ops|metrics)\b/;
/** Paths that take an API key. /metrics does not: its scrapers send their own token as Authorization. */
const readsKey = /^\/(api|media|mcp|ops|v1)\b/;

/**
 * Looks up the session or API key of requests, in one query. A key takes precedence over a cookie. Throws
 * account_closed (403) for the session of a closed account, except where `acceptClosedAccounts` was called.
 */
export function addSession(
  api: Api,
  deps: Pick<RouteDeps, 'db' | 'findKeyOwner' | 'findTokenOwner' | 'log' | 'sessions'>,
): void {
  api.decorateRequest('session', null);
  api.addHook('onRequest', async (request, reply) => {
    const key = readsKey.test(readPath(request)) ? readApiKey(request.headers.authorization) : undefined;
    if (key === undefined) {
      if (readsCookie.test(readPath(request))) await signInByCookie(deps, request, reply);
      return;
    }
    const { session, scopes } = await signInByKey(deps, key);
    request.session = session;
    if (!request.is404 && !request.routeOptions.config.acceptsKeys) throw new AppError('api_key_not_allowed');
    requireScope(request, scopes);
  });
}

/**
 * Sets the session of the request's cookie, in one query, and renews the cookie. A cookie without a session is not
 * cleared: the reply can overtake that of a sign-in in another tab and clear its cookie. Throws account_closed.
 */
export async function signInByCookie(
  { sessions, log }: Pick<RouteDeps, 'log' | 'sessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = request.cookies[sessions.cookieName];
  if (!cookie) return;
  const found = await sessions.find(cookie);
  request.session = found?.session ?? null;
  if (found?.setCookie) reply.header('set-cookie', [found.setCookie, sessions.createHintCookie()]);
  // The request does not wait for it.
  if (found?.isUseUnmarked)
    sessions
      .markUsed(found.session, request.ip ?? null)
      .catch((error) => log.warn({ err: error }, 'session use not recorded'));
  refuseClosedAccount(request);
}

function refuseClosedAccount({ session, is404, routeOptions }: FastifyRequest): void {
  if (session?.signedInBy !== 'cookie' || session.erasesAt === null) return;
  if (is404 || routeOptions.config.acceptsClosedAccounts) return;
  throw new AppError('account_closed', { details: { erased_at: session.erasesAt.toISOString() } });
}

/** Returns the signed-in user. Throws please_login (401). */
export function signedIn(request: FastifyRequest): Session {
  if (!request.session) throw new AppError('please_login');
  return request.session;
}

/** Returns the session of the user's browser. Throws please_login (401). */
export function signedInByCookie({ session }: FastifyRequest): Session & CookieSession {
  if (session?.signedInBy !== 'cookie') throw new AppError('please_login');
  return session;
}

/**
 * Finds the owner of a key or access token, and its scopes. Throws invalid_api_key or api_key_expired (401): a bad key
 * must not silently count as signed out.
 */
async function signInByKey(
  {
    db,
    findKeyOwner,
    findTokenOwner,
    log,
  }: Pick<RouteDeps, 'db' | 'findKeyOwner' | 'findTokenOwner' | 'log'>,
  key: string,
): Promise<{ session: Session; scopes: readonly ApiKeyScope[] }> {
  const hash = hashApiKey(key).toString('hex');
  const owner = isToken(key) ? await findTokenOwner(hash) : isApiKey(key) && (await findKeyOwner(hash));
  if (!owner) throw new AppError('invalid_api_key');
  if (owner.is_expired)
    throw new AppError('api_key_expired', { details: { expired_at: owner.expires_at?.toISOString() } });
  // Marked at most once a minute, and the request does not wait for it.
  if (owner.is_use_unmarked)
    markApiKeyUsed(db.pool, owner.key_id).catch((error) =>
      log.warn({ err: error, keyId: owner.key_id }, 'API key use not recorded'),
    );
  const session: Session = {
    signedInBy: 'key',
    keyId: owner.key_id,
    askAbove: owner.ask_above,
    userId: owner.user_id,
    email: owner.email,
    name: owner.name,
    memberSince: owner.member_since,
    hasEverPaid: owner.has_ever_paid,
    isLocked: owner.is_locked,
    // An administrator's key has no administrator rights.
    isAdmin: false,
  };
  return { session, scopes: owner.scopes };
}
