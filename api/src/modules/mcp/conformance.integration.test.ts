import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

import { createLog } from '@atelier/log';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { serveMcp } from './serve-mcp.ts';
import { createFixtures, type Jobs } from './testing/create-fixtures.ts';

const publicUrl = 'http://localhost:3000';
const api = await startTestApi({ settings: { PUBLIC_URL: publicUrl } });
const closing: (() => unknown)[] = [() => api.close()];
afterAll(async () => {
  for (const close of closing) await close();
});

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Runs one scenario of the official suite; resolves to its last line and the checks that failed. */
function judge(url: string, scenario: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [suite, 'server', '--url', url, '--scenario', scenario], (_error, output) =>
    resolve(/Passed: .*/s.exec(output)?.[0].trim() ?? output.slice(-2_000)),
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
  const jobs: Jobs = new Map();
  serveMcp(
    server,
    { env: { PUBLIC_URL: publicUrl }, log: createLog({ service: 'test', level: 'silent' }) },
    () => createFixtures(jobs),
  );
  closing.unshift(() => server.close());
  return `${(await server.listen({ port: 0 })).replace('127.0.0.1', 'localhost')}/mcp`;
}

/** Scenarios for which the product's own tools are enough. */
const ofProduct = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'http-header-validation',
  'input-required-result-unsupported-methods',
];
/**
 * Scenarios that need tools by name. The others of the suite are about what the product does not declare: prompts, resources,
 * skills, completions, logging, sampling, roots, forms of revision 2025-11-25, progress, sessions, headers of parameters,
 * schemas of its own, sounds and files within a result, and a state that goes to the host and back. `caching` asks for lists
 * of prompts and resources, too. The suite leaves out `tasks-status-notifications` itself.
 */
const ofFixtures = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-error',
  'server-stateless',
  'input-required-result-basic-elicitation',
  'input-required-result-capability-check',
  'input-required-result-ignore-extra-params',
  'input-required-result-missing-input-response',
  'input-required-result-result-type',
  'input-required-result-validate-input',
  'tasks-capability-negotiation',
  'tasks-lifecycle',
  'tasks-mrtr-composition',
  'tasks-request-headers',
  'tasks-request-state-removal',
  'tasks-wire-fields',
];
/**
 * Scenarios that cannot be passed. A generation has all its input before it becomes a task, so that no task ever waits
 * for some; and no tool needs tasks: hosts without them follow a generation by `status`.
 */
const notPassed = [
  ['tasks-dispatch-and-envelope', 'Passed: 8/9, 1 failed', 'did not reach status input_required'],
  ['tasks-mrtr-input', 'Passed: 1/4, 3 failed', 'did not reach status input_required'],
  ['tasks-required-task-error', 'Passed: 1/2, 1 failed', 'did not declare io.modelcontextprotocol/tasks'],
] as const;

const allPassed = /^Passed: (?!0)(\d+)\/\1, 0 failed/;

describe('the official suite of the protocol', { tags: 'tools' }, () => {
  it.each(ofProduct)('finds no failure of the product in "%s"', async (scenario) => {
    expect(await judge(await openWithKey(), scenario)).toMatch(allPassed);
  });

  it.each(ofFixtures)('finds no failure of the way to its tools in "%s"', async (scenario) => {
    expect(await judge(await openWithFixtures(), scenario)).toMatch(allPassed);
  });

  it.each(notPassed)(
    'finds in "%s" only that no task waits for input or is needed',
    async (scenario, passed, failed) => {
      const judged = await judge(await openWithFixtures(), scenario);
      expect(judged).toContain(passed);
      expect(judged).toContain(failed);
    },
  );
});
