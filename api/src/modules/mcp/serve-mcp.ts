import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { maxSubmissionBytes } from '../../plugins/bounds.ts';
import { startSession } from './ask-owner.ts';

const mcpPath = '/mcp';

type ServeDeps = Pick<RouteDeps, 'log'> & { env: Pick<RouteDeps['env'], 'PUBLIC_URL'> };

/** Answers the requests of hosts, each by a server of its own: nothing is kept between two. */
export function serveMcp(
  api: FastifyInstance,
  { env, log }: ServeDeps,
  createServer: (request: FastifyRequest) => McpServer,
): void {
  const asking = new WeakMap<Request, FastifyRequest>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const request = requestInfo && asking.get(requestInfo);
      if (!request) throw new Error('A server has no request');
      return createServer(request);
    },
    { onerror: (error) => log.warn({ err: error }, 'a request of an agent failed') },
  );
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = toWebRequest(request, env.PUBLIC_URL);
    asking.set(asked, request);
    const answered = await handler.fetch(asked, { parsedBody: request.body });
    const session = startSession(request.body);
    if (session) answered.headers.set('mcp-session-id', session);
    return reply.send(answered);
  };
  // Streams of hosts that listen would keep a process that is stopped from ending.
  api.addHook('preClose', () => handler.close());
  // Hosts ask again and again how their work goes; what tools call is counted as what it is.
  const config = { keyScopes: [], isFollowing: true };
  for (const method of ['POST', 'GET', 'DELETE', 'HEAD'] as const)
    api.route({
      method,
      url: mcpPath,
      // The one that comes with GET counts the bytes of its reply, and cannot count those of a Response.
      exposeHeadRoute: false,
      bodyLimit: maxSubmissionBytes,
      config,
      schema: { hide: true },
      handler: answer,
    });
}

function toWebRequest({ method, headers }: FastifyRequest, publicUrl: string): Request {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  return new Request(`${publicUrl}${mcpPath}`, { method, headers: sent });
}
