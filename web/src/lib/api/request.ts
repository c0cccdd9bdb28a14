import type { ApiCallName, BodyOf, ErrorReply, QueryOf, ReplyOf } from '@atelier/contract';
import { createStore } from '#lib/store.ts';
import { holdReload } from '../parts/hold-reload.ts';
import { noteServerTime } from '../server-time.ts';
import { ApiError } from './api-error.ts';

/**
 * Calls this app's API. The name is the method and path from the contract's table of calls, which types the request and
 * the reply. Resolves to the parsed reply, rejects with an `ApiError`.
 */
export async function request<Name extends ApiCallName>(
  name: Name,
  ...[options]: CallOptions<Name>
): Promise<ReplyOf<Name>> {
  const { params, query, body, signal, keepalive } = options ?? {};
  const [method, path = ''] = name.split(' ');
  const response = await send(fillPath(path, params, query), {
    method,
    signal,
    keepalive,
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
  const sentAtMs = performance.now();
  try {
    const response = await fetch(path, init);
    noteServerTime(response.headers.get('date'), sentAtMs);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'network_error', {}, error);
  } finally {
    release?.();
  }
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

type Delivery = {
  signal?: AbortSignal | undefined;
  /** Lets the call continue after the page has closed. */
  keepalive?: boolean;
};

type Options<Name extends ApiCallName> = Sent<Name> & Delivery;

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
