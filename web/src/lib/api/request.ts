import type { ApiCallName, ErrorReply, ReplyOf } from '@atelier/contract';
import type { CallOptions } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { fillPath } from './fill-path.ts';

/**
 * One call of our own API, named by method and path as in the contract's table of calls: what is sent and what comes
 * back is checked against it when this is compiled. Resolves to the parsed answer, rejects with an `ApiError`.
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
  const error = (reply ?? {}) as Partial<ErrorReply>;
  throw new ApiError(response.status, error.code ?? 'internal_error', error);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'network_error', {}, error);
  }
}
