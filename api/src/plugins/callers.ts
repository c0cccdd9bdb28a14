import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../api.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The user whose credential this is, as earlier requests have shown. Before the session lookup, and no proof of
     * anything.
     */
    callerId: string | null;
  }
}

export type Callers = {
  /**
   * Sets `callerId` from what is remembered. Of several requests with a credential that is new here, the first goes on
   * without one and the others wait for its lookup, so that a program which starts a thousand at once is not a flood.
   */
  identify(request: FastifyRequest): Promise<void>;
  /** The same for requests that may not look up a session at all: without waiting. */
  recall(request: FastifyRequest): void;
};

/** Callers that are remembered, about 10 MB; above it, those that were used longest ago are looked up as new. */
const maxRemembered = 50_000;

/**
 * Remembers whose the credentials of this process's requests are, so that limits can be counted per user before anything
 * is looked up: a flood of invented credentials counts per address, and many users behind one address do not share a limit.
 * The session of each request is looked up all the same.
 */
export function rememberCallers(api: Api, { sessions }: Pick<RouteDeps, 'sessions'>): Callers {
  const remembered = new Map<string, string>();
  const lookups = new Map<string, Promise<void>>();
  const credentials = new WeakMap<FastifyRequest, string>();
  const endLookup = new WeakMap<FastifyRequest, () => void>();

  const recall = (request: FastifyRequest): string | undefined => {
    const credential = hashCredential(
      request.headers,
      (header) => api.parseCookie(header)[sessions.cookieName],
    );
    if (credential === undefined) return undefined;
    credentials.set(request, credential);
    request.callerId = remembered.get(credential) ?? null;
    return credential;
  };
  const settle = (request: FastifyRequest) => {
    const credential = credentials.get(request);
    const userId = request.session?.userId;
    if (credential !== undefined && userId !== undefined && userId !== request.callerId) {
      remembered.set(credential, userId);
      const [oldest] = remembered.keys();
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    } else if (credential !== undefined && refusals.includes(request.refusedAs)) {
      remembered.delete(credential);
    }
    endLookup.get(request)?.();
  };

  api.decorateRequest('callerId', null);
  // Settles after the session lookup, and for a request that ended before it or whose client went away.
  api.addHook('preParsing', async (request) => settle(request));
  api.addHook('onSend', async (request) => settle(request));
  api.addHook('onResponse', async (request) => endLookup.get(request)?.());

  return {
    recall: (request) => void recall(request),
    async identify(request) {
      const credential = recall(request);
      if (credential === undefined || request.callerId !== null) return;
      const running = lookups.get(credential);
      if (running) {
        await running;
        recall(request);
        return;
      }
      const lookup = Promise.withResolvers<void>();
      lookups.set(credential, lookup.promise);
      endLookup.set(request, () => {
        endLookup.delete(request);
        lookups.delete(credential);
        lookup.resolve();
      });
    },
  };
}

/** Files and pages may not look the session up, and a lookup that failed says nothing: only these say that it is no one's. */
const refusals: readonly unknown[] = ['please_login', 'invalid_api_key', 'api_key_expired'];

function hashCredential(
  { authorization, cookie: header }: IncomingHttpHeaders,
  readCookie: (header: string) => string | undefined,
): string | undefined {
  const cookie = header && readCookie(header);
  if (!cookie && !authorization) return undefined;
  return createHash('sha256').update(`${authorization}\n${cookie}`).digest('base64');
}
