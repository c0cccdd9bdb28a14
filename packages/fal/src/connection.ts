import { createFalClient } from '@fal-ai/client';

export type FalOptions = {
  key: string;
  /** A server that speaks fal's protocol, with fal's host as first path segment (fal.md 1.8, A). Absent: fal itself. */
  baseUrl?: string;
  /** How long one call may take in all, the client's own retries included. */
  timeoutMs: number;
};

const falHosts = /^https:\/\/(queue\.fal\.run|fal\.run|rest\.fal\.ai)(?=\/|$)/;

/** The address a call really goes to. */
export function resolveFalUrl(url: string, baseUrl: string | undefined): string {
  if (!baseUrl) return url;
  return url.replace(falHosts, `${baseUrl}/$1`);
}

export type FalClient = ReturnType<typeof createFalClient>;

/** The unmodified client, pointed at `baseUrl` by its own middleware hook. */
export function connectFalClient({ key, baseUrl }: FalOptions): FalClient {
  return createFalClient({
    credentials: key,
    suppressLocalCredentialsWarning: true,
    requestMiddleware: async (request) => ({ ...request, url: resolveFalUrl(request.url, baseUrl) }),
  });
}
