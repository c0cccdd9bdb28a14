import { setTimeout as wait } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import { AtelierError, readRefusal } from './atelier-error.ts';
import type { paths } from './schema.gen.ts';

export type Connection = {
  /** Calls of the API by their paths, typed by its description. */
  api: Client<paths>;
  baseUrl: string;
  key: string | undefined;
  fetch: typeof fetch;
  /** Seconds without a reply after which a call fails. */
  patienceSeconds: number;
};

export type ConnectionOptions = {
  /** Address of the site, such as https://your.address. */
  baseUrl: string;
  /** API key, `atl_…`; calls that need none work without it. */
  key?: string;
  fetch?: typeof fetch;
  /** Seconds without a reply after which a call fails with `connection_failed`. */
  patienceSeconds?: number;
};

export function connect({
  baseUrl,
  key,
  fetch: send = fetch,
  patienceSeconds = 120,
}: ConnectionOptions): Connection {
  const address = baseUrl.replace(/\/+$/, '');
  const api = createClient<paths>({
    baseUrl: address,
    fetch: send,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  });
  return { api, baseUrl: address, key, fetch: send, patienceSeconds };
}

type Sent<Data> = { data?: Data; error?: unknown; response: Response };

/** Codes of refusals that end without a change of the request. */
const passing = new Set(['rate_limited', 'in_progress', 'unavailable']);
const firstWaitMs = 500;
const longestWaitMs = 15_000;

/** Bounds of one attempt: a read is quick, a submission may fetch files, and a large file takes its time. */
export const attemptMs = { read: 15_000, write: 100_000, transfer: 900_000 } as const;

type Sending = { timeoutMs?: number; signal?: AbortSignal };

/**
 * Sends a request until it is answered: again after a lost connection, and after a refusal that passes, when
 * `Retry-After` says. Call only with requests that mean the same when they are repeated. Throws AtelierError.
 */
export async function sendUntilAnswered<Data>(
  { patienceSeconds }: Pick<Connection, 'patienceSeconds'>,
  send: (signal: AbortSignal) => Promise<Sent<Data>>,
  { timeoutMs = attemptMs.read, signal }: Sending = {},
): Promise<Data> {
  const deadline = Date.now() + patienceSeconds * 1_000;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const result = await attempt(send, timeoutMs, signal);
    if (!(result instanceof AtelierError)) return result.data;
    const pauseMs = Math.max(waitMs, (result.retryAfterSeconds ?? 0) * 1_000);
    if (!isPassing(result) || Date.now() + pauseMs > deadline) throw result;
    await wait(pauseMs, undefined, { signal });
  }
}

function isPassing({ code, status }: AtelierError): boolean {
  if (code === 'connection_failed' || passing.has(code)) return true;
  // A proxy before the site has replied.
  return code === 'unexpected_reply' && status !== undefined && [502, 503, 504].includes(status);
}

async function attempt<Data>(
  send: (signal: AbortSignal) => Promise<Sent<Data>>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ data: Data } | AtelierError> {
  const late = new AbortController();
  // Keeps the process alive, too: the fetch of Node 20 may never settle once a connection is closed as it opens.
  const timer = setTimeout(() => late.abort(new Error(`no reply within ${timeoutMs / 1_000} s`)), timeoutMs);
  try {
    const { data, error, response } = await send(
      signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    );
    return response.ok && data !== undefined ? { data } : readRefusal(response, error);
  } catch (error) {
    signal?.throwIfAborted();
    // Errors of a fetch are of this class; a full disk or a missing folder is not the site's.
    if (!late.signal.aborted && !(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return readFailure(error as Error);
  } finally {
    clearTimeout(timer);
  }
}

function readFailure(error: Error): AtelierError {
  if (error instanceof SyntaxError)
    return new AtelierError(
      { code: 'unexpected_reply', message: 'The reply is not one of this API. Is the address right?' },
      { cause: error },
    );
  const { cause } = error;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : error.message;
  return new AtelierError(
    { code: 'connection_failed', message: `The site could not be reached: ${reason}` },
    { cause: error },
  );
}
