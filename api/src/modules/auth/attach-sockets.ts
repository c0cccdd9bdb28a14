import { withoutLogContext } from '@atelier/log';
import { attachRealtime, type Realtime } from '@atelier/realtime';
import type { Api } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { allowedOrigins } from './guards.ts';

/** Live sockets of signed-in browsers, on the server of the API. */
export function attachSockets(api: Api, deps: ApiDeps): Realtime {
  return attachRealtime(api.server, {
    redisUrl: deps.env.REDIS_URL,
    databaseUrl: deps.env.DATABASE_URL,
    isOriginAllowed: (origin) => allowedOrigins(deps.env.PUBLIC_URL).has(origin),
    authenticate: async ({ headers }) => {
      const cookies = api.parseCookie(headers.cookie ?? '');
      const found = await deps.sessions.find(cookies[deps.sessions.cookieName]);
      // A closed account has no events.
      if (!found || found.session.erasesAt !== null) return null;
      return { userId: found.session.userId, sessionId: found.session.sessionId };
    },
    maxSocketsPerUser: deps.env.LIMIT_SOCKETS,
    onTooManySockets: ({ userId }) => {
      const details = { limit: 'sockets' };
      deps.audit.count({ name: 'rate_limited', actor: 'user', actorId: userId, userId, details });
    },
    onError: (error, where) =>
      withoutLogContext(() => deps.log.warn({ err: error, where }, 'realtime error')),
  });
}
