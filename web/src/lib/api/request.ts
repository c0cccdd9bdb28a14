import type { ApiCallName, BodyOf, ErrorReply, QueryOf, ReplyOf } from '@atelier/contract';
import { createStore } from '#lib/store.ts';
import { holdReload } from '../parts/hold-reload.ts';
import { noteServerTime } from '../server-time.ts';
import { ApiError } from './api-error.ts';

/**
 * Calls this app's API. The name is the method and path from the contract's table of calls, which types the request and
 * the reply. Resolves to the parsed reply, rejects with an `ApiError`. A change goes on when the page is left, as it is
 * shown before the answer, unless it is too large for that or the caller can abort it.
 */
export async function request<Name extends ApiCallName>(
  name: Name,
  ...[options]: CallOptions<Name>
): Promise<ReplyOf<Name>> {
  const { params, query, body, signal } = options ?? {};
  const [method, path = ''] = name.split(' ');
  const response = await send(fillPath(path, params, query), {
    method,
    signal,
    headers: {
      accept: 'application/json',
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  });
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok && reply !== undefined) return reply as ReplyOf<Name>;
  throw toRefusal(response, reply);
}

/**
 * A file that this API makes for a download. Fetched instead of linked to, so that a refusal is an `ApiError` and not a
 * page or a broken download. The browser keeps large ones on disk.
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send(path, { headers: { accept: '*/*' } });
  if (response.ok) return response.blob();
  throw toRefusal(response, await response.json().catch(() => undefined));
}

function toRefusal({ status }: Response, reply: unknown): ApiError {
  const problem = (reply ?? {}) as Partial<ErrorReply>;
  const error = new ApiError(status, problem.code ?? 'internal_error', problem);
  lastRefusal.set(error);
  return error;
}

/** The last error reply, for what is done about it whichever call it answers. The caller gets it too. */
export const lastRefusal = createStore<ApiError | undefined>(undefined);

async function send(path: string, init: RequestInit): Promise<Response> {
  // The answer to what was asked for would be lost, such as that of a submission.
  const release = init.method === 'GET' ? undefined : holdReload();
  const keptBytes = findKeptBytes(init);
  keptTotalBytes += keptBytes;
  const sentAtMs = performance.now();
  try {
    const response = await fetch(path, { ...init, keepalive: keptBytes > 0 });
    noteServerTime(response.headers.get('date'), sentAtMs);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'network_error', {}, error);
  } finally {
    keptTotalBytes -= keptBytes;
    release?.();
  }
}

/** Browsers let the bodies of such calls have 64 KiB at a time, and Chromium lets a page have 20 of them. */
const maxKeptBytes = 60_000;
const leastKeptBytes = 4_000;
let keptTotalBytes = 0;

/** Share of a call in the room for calls that outlive their page; 0 if it does not outlive it. */
function findKeptBytes({ body, signal }: RequestInit): number {
  if (typeof body !== 'string' || signal) return 0;
  const bytes = Math.max(leastKeptBytes, new TextEncoder().encode(body).length);
  return keptTotalBytes + bytes > maxKeptBytes ? 0 : bytes;
}

/** The parameter names in the braces of a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer First}}${infer Rest}`
  ? First | ParamNames<Rest>
  : never;

type Sent<Name extends ApiCallName> = ([ParamNames<Name>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<Name>, string> }) &
  ([QueryOf<Name>] extends [never] ? { query?: undefined } : { query?: QueryOf<Name> }) &
  ([BodyOf<Name>] extends [never] ? { body?: undefined } : { body: BodyOf<Name> });

type Options<Name extends ApiCallName> = Sent<Name> & { signal?: AbortSignal | undefined };

/** The options of a call; optional when it has no parameters and no body. */
type CallOptions<Name extends ApiCallName> =
  Record<string, never> extends Sent<Name> ? [options?: Options<Name>] : [options: Options<Name>];

/** Fills in the parameters of a path and appends the query. Undefined values are omitted, lists repeat their name. */
export function fillPath(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
