// The peer of P4, forked: fal's own proxy for browsers in front of the given provider, without sign-in. Reports its
// number of requests to its parent on any message.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { handleRequest, resolveProxyConfig } from '@fal-ai/server-proxy';

const provider = new URL(process.argv[2] ?? '');
const config = resolveProxyConfig({
  allowedUrlPatterns: [`${provider.host}/**`],
  allowedEndpoints: ['queue.fal.run/**'],
  allowUnauthorizedRequests: false,
  isAuthenticated: async () => true,
  resolveFalAuth: async () => 'Key bench',
});
let requests = 0;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  const body = await text(request);
  await handleRequest<void>(
    {
      id: 'bench',
      method: request.method ?? 'GET',
      getHeaders: () => request.headers,
      getHeader: (name) => request.headers[name],
      getRequestBody: async () => body || undefined,
      sendHeader: (name, value) => void response.setHeader(name, value),
      respondWith: (status, data) => void response.writeHead(status).end(JSON.stringify(data)),
      async sendResponse(answered) {
        response.statusCode = answered.status;
        response.end(await answered.text());
      },
    },
    config,
  );
}

const http = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
process.on('message', () => void process.send?.({ requests }));
process.on('disconnect', () => process.exit(0));

http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));
