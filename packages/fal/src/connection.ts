import { createFalClient } from '@fal-ai/client';

export type FalOptions = {
  key: string;
  /** A server that speaks fal's protocol, with fal's host as the first path segment. Default: fal. */
  baseUrl?: string;
  /** The limit of one call, including the client's own retries. */
  timeoutMs: number;
  /** How long fal keeps files after the deadline of their generation; 24 when absent. */
  fileHours?: number;
  /** False asks fal to keep neither input nor output of a request; results then come by webhook only, after an hour. */
  storesPayloads?: boolean;
};

const falHosts = /^https:\/\/(queue\.fal\.run|fal\.run|rest\.fal\.ai|api\.fal\.ai)(?=\/|$)/;

/** The address that a call is sent to. */
export function resolveFalUrl(url: string, baseUrl: string | undefined): string {
  if (!baseUrl) return url;
  return url.replace(falHosts, `${baseUrl}/$1`);
}

export type FalClient = ReturnType<typeof createFalClient>;

/** The unmodified client, redirected to `baseUrl` by its request middleware. `onHeaders` receives those of each answer. */
export function connectFalClient(
  { key, baseUrl }: FalOptions,
  onHeaders?: (headers: Headers) => void,
): FalClient {
  return createFalClient({
    credentials: key,
    suppressLocalCredentialsWarning: true,
    fetch: async (...call: Parameters<typeof fetch>) => {
      const answer = await fetch(...call);
      onHeaders?.(answer.headers);
      return answer;
    },
    requestMiddleware: async (request) => ({ ...request, url: resolveFalUrl(request.url, baseUrl) }),
  });
}
