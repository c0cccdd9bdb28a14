import { AppError } from '@atelier/contract';
import { findKeyOwner, markApiKeyUsed } from '@atelier/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { hashApiKey, isApiKey, readApiKey } from './key-format.ts';
import type { Session } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Pages, their files and probes need no session: they cost no query and work without the database. */
const readsCookie = /^\/(api|media|ops|metrics)\b/;
/** Not /metrics: its scrapers send their own token as Authorization. */
const readsKey = /^\/(api|media|ops)\b/;

/** Looks up the session or API key of each request, in one query. A key takes precedence over a cookie. */
export function addSession(api: Api, deps: Pick<RouteDeps, 'db' | 'log' | 'sessions'>): void {
  api.decorateRequest('session', null);
  api.addHook('onRequest', async (request, reply) => {
    const key = readsKey.test(request.url) ? readApiKey(request.headers.authorization) : undefined;
    if (key === undefined) return signInByCookie(deps, request, reply);
    request.session = await signInByKey(deps, key);
    if (!request.is404 && !request.routeOptions.config.acceptsKeys) throw new AppError('api_key_not_allowed');
  });
}

async function signInByCookie(
  { sessions }: Pick<RouteDeps, 'sessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = request.cookies[sessions.cookieName];
  if (!cookie || !readsCookie.test(request.url)) return;
  const found = await sessions.find(cookie);
  request.session = found?.session ?? null;
  if (!found) reply.header('set-cookie', [sessions.blankCookie, sessions.blankHintCookie]);
  else if (found.setCookie) reply.header('set-cookie', [found.setCookie, sessions.hintCookie]);
}

/** The signed-in user. Throws please_login (401). */
export function signedIn(request: FastifyRequest): Session {
  if (!request.session) throw new AppError('please_login');
  return request.session;
}

/** The session of a key's owner. Throws invalid_api_key (401): a bad key must not silently count as signed out. */
async function signInByKey({ db, log }: Pick<RouteDeps, 'db' | 'log'>, key: string): Promise<Session> {
  const owner = isApiKey(key) ? await findKeyOwner(db.pool, hashApiKey(key)) : undefined;
  if (!owner) throw new AppError('invalid_api_key');
  // Marked at most once a minute, and the request does not wait for it.
  if (owner.is_use_unmarked)
    markApiKeyUsed(db.pool, owner.key_id).catch((error) =>
      log.warn({ err: error, keyId: owner.key_id }, 'API key use not recorded'),
    );
  return {
    signedInBy: 'key',
    keyId: owner.key_id,
    userId: owner.user_id,
    email: owner.email,
    name: owner.name,
    hasEverPaid: owner.has_ever_paid,
    // An administrator's key has no administrator rights.
    isAdmin: false,
  };
}
