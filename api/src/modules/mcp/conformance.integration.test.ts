import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

import { createLog } from '@atelier/log';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createKey } from '../../testing/api-key.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { serveMcp } from './serve-mcp.ts';

const publicUrl = 'http://localhost:3000';
const api = await startTestApi({ settings: { PUBLIC_URL: publicUrl } });
const closing: (() => unknown)[] = [() => api.close()];
afterAll(async () => {
  for (const close of closing) await close();
});

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Runs one scenario of the official suite; resolves to its last line. */
function judge(url: string, scenario: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [suite, 'server', '--url', url, '--scenario', scenario], (_error, output) =>
    resolve(/Passed: .*/.exec(output)?.[0] ?? output.slice(-2_000)),
  );
  return promise;
}

/** The endpoint of the product, for a suite that has no key. */
async function openWithKey(): Promise<string> {
  const { key } = await createKey(await api.user({ credits: 1_000 }));
  const { hostname, port } = new URL(api.url);
  const server = createServer((asked, reply) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    const { url: path, method } = asked;
    asked.pipe(
      sendRequest({ hostname, port, path, method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  closing.unshift(() => server.close());
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
}

/** The same way from a request to a server, to tools that the suite asks for by name. */
async function openWithFixtures(): Promise<string> {
  const server = fastify();
  serveMcp(
    server,
    { env: { PUBLIC_URL: publicUrl }, log: createLog({ service: 'test', level: 'silent' }) },
    createFixtures,
  );
  closing.unshift(() => server.close());
  return `${(await server.listen({ port: 0 })).replace('127.0.0.1', 'localhost')}/mcp`;
}

/** Tools of the scenarios that are about what the product's own tools do, too: texts, pictures, refusals. */
function createFixtures(): McpServer {
  const server = new McpServer({ name: 'fixtures', version: '1.0.0' });
  const text = (content: string) => ({ content: [{ type: 'text' as const, text: content }] });
  server.registerTool('test_simple_text', {}, () => text('This is a simple text response for testing.'));
  server.registerTool('test_image_content', {}, () => ({
    content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }],
  }));
  server.registerTool('test_error_handling', {}, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_logging_tool', {}, () => text('There is nothing to log.'));
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'A name?' } }];
  server.registerTool('test_missing_capability', {}, () =>
    inputRequired({ inputRequests: { name: inputRequired.createMessage({ messages, maxTokens: 10 }) } }),
  );
  server.registerTool('test_streaming_elicitation', {}, () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'Your name?',
          requestedSchema: z.object({ name: z.string() }),
        }),
      },
    }),
  );
  return server;
}

const ofProduct = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'http-header-validation',
  'input-required-result-unsupported-methods',
];
const ofFixtures = ['tools-call-simple-text', 'tools-call-image', 'tools-call-error', 'server-stateless'];

describe('the official suite of the protocol', { tags: 'tools' }, () => {
  it.each(ofProduct)('finds no failure of the product in "%s"', async (scenario) => {
    expect(await judge(await openWithKey(), scenario)).toMatch(/^Passed: (?!0)(\d+)\/\1, 0 failed/);
  });

  it.each(ofFixtures)('finds no failure of the way to its tools in "%s"', async (scenario) => {
    expect(await judge(await openWithFixtures(), scenario)).toMatch(/^Passed: (?!0)(\d+)\/\1, 0 failed/);
  });
});
