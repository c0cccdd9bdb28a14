import type { FastifyRequest } from 'fastify';
import type { Api } from '../../api.ts';

export type ApiCall = { method: 'GET' | 'POST'; path: string; body?: object };
export type ApiReply = { isOk: boolean; body: Record<string, unknown> };

/** Makes a call of the API in the name of the caller of a tool. Resolves to refusals as to replies. */
export type CallApi = (call: ApiCall) => Promise<ApiReply>;

/**
 * Calls the API as the sender of a request would, without the network: each call meets the checks, limits and refusals that
 * every other program meets, so that tools have no rules of their own.
 */
export function callAs(api: Api, { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): CallApi {
  const { authorization, host, 'user-agent': agent } = headers;
  return async ({ method, path, body }) => {
    const reply = await api.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: { authorization, host, 'user-agent': agent },
      ...(body && { payload: body }),
    });
    return { isOk: reply.statusCode < 300, body: reply.json() };
  };
}
