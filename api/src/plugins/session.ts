import { AppError } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../api.ts';
import type { Session } from '../modules/auth/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** The rest, that is pages, their files and probes, knows nobody: it costs no query and answers without a database. */
const personal = /^\/(api|media|ops|metrics)\b/;

/** Finds out who asks, in one query, for every request that carries our cookie. */
export function addSession(api: Api, { sessions }: Pick<RouteDeps, 'sessions'>): void {
  api.decorateRequest('session', null);
  api.addHook('onRequest', async (request, reply) => {
    const cookie = request.cookies[sessions.cookieName];
    if (!cookie || !personal.test(request.url)) return;
    const found = await sessions.find(cookie);
    request.session = found?.session ?? null;
    if (!found) reply.header('set-cookie', [sessions.blankCookie, sessions.blankHintCookie]);
    else if (found.setCookie) reply.header('set-cookie', [found.setCookie, sessions.hintCookie]);
  });
}

/** The signed-in person. Throws please_login (401). */
export function signedIn(request: FastifyRequest): Session {
  if (!request.session) throw new AppError('please_login');
  return request.session;
}
