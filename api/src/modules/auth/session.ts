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

/** The rest, that is pages, their files and probes, knows nobody: it costs no query and answers without a database. */
const personal = /^\/(api|media|ops|metrics)\b/;
/** Not the figures: what their readers send as Authorization is a token of the operator's. */
const takesKeys = /^\/(api|media|ops)\b/;

/** Finds out who asks, in one query, for every request that carries our cookie or a key; a key counts before a cookie. */
export function addSession(api: Api, deps: Pick<RouteDeps, 'db' | 'log' | 'sessions'>): void {
  api.decorateRequest('session', null);
  api.addHook('onRequest', async (request, reply) => {
    const key = takesKeys.test(request.url) ? readApiKey(request.headers.authorization) : undefined;
    if (key === undefined) return signInByCookie(deps, request, reply);
    request.session = await signInByKey(deps, key);
    const isOpen = request.is404 || request.routeOptions.config.acceptsKeys;
    if (!isOpen) throw new AppError('api_key_not_allowed');
  });
}

async function signInByCookie(
  { sessions }: Pick<RouteDeps, 'sessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = request.cookies[sessions.cookieName];
  if (!cookie || !personal.test(request.url)) return;
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

/** Whose key this is. Throws invalid_api_key (401): a program with a bad key must never be taken for a visitor. */
async function signInByKey({ db, log }: Pick<RouteDeps, 'db' | 'log'>, key: string): Promise<Session> {
  const owner = isApiKey(key) ? await findKeyOwner(db.pool, hashApiKey(key)) : undefined;
  if (!owner) throw new AppError('invalid_api_key');
  // Nobody waits for it, and once a minute is enough.
  if (owner.is_use_unmarked)
    markApiKeyUsed(db.pool, owner.key_id).catch((error) =>
      log.warn({ err: error, keyId: owner.key_id }, 'the use of an API key was not noted down'),
    );
  return {
    signedInBy: 'key',
    keyId: owner.key_id,
    userId: owner.user_id,
    email: owner.email,
    name: owner.name,
    hasEverPaid: owner.has_ever_paid,
    // An operator's key is a user's key: it administers nothing.
    isAdmin: false,
  };
}
