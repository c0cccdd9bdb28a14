import type { ErrorReply } from '@atelier/contract';
import { ApiError } from './api-error.ts';

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** Lets the call outlive the page, for what is sent while leaving. */
  keepalive?: boolean;
};

/** One call of our own API. Resolves to the parsed answer, rejects with an `ApiError`. */
export async function request<Reply>(path: string, options: RequestOptions = {}): Promise<Reply> {
  const { method = 'GET', body, signal, keepalive } = options;
  const response = await send(path, {
    method,
    signal,
    keepalive,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok && reply !== undefined) return reply as Reply;
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
