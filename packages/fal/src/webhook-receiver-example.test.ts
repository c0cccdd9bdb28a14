import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@atelier/storage/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createWebhookSigner } from './sign-webhook.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
const [, example = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
const body = Buffer.from('{"request_id":"r1","status":"ERROR","error":"The model returned no result"}');

/** Runs the receiver of docs/webhooks.md, word for word, as a process. */
async function startExample(atelierUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-receiver-'));
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, example);
  const port = await freePort();
  const env = { ATELIER_URL: atelierUrl, ATELIER_USER_ID: 'u1', PORT: String(port) };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
  const post = async (headers: Record<string, string>, sent = body) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
  await vi.waitFor(async () => expect(await post({})).toBe(401), { timeout: 20_000 });
  return { post, output: () => output };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('the receiver in docs/webhooks.md accepts our signatures and nothing else', async () => {
  const signer = createWebhookSigner({ key: randomBytes(32) });
  const atelier = await serve((_request, response) => response.end(JSON.stringify(signer.keySet)));
  const receiver = await startExample(atelier.url);
  const nowMs = Date.now();
  const genuine = { requestId: 'r1', userId: 'u1', body, nowMs };

  expect(await receiver.post(signer.headersFor(genuine))).toBe(200);
  await vi.waitFor(() => expect(receiver.output()).toBe('r1 ERROR The model returned no result\n'), {
    timeout: 20_000,
  });
  expect(await receiver.post(signer.headersFor(genuine), Buffer.from('{"status":"OK"}'))).toBe(401);
  expect(await receiver.post(signer.headersFor({ ...genuine, userId: 'u2' }))).toBe(401);
  expect(await receiver.post(signer.headersFor({ ...genuine, nowMs: nowMs - 600_000 }))).toBe(401);
  const forger = createWebhookSigner({ key: randomBytes(32) });
  expect(await receiver.post(forger.headersFor(genuine))).toBe(401);
  expect(receiver.output().split('\n')).toHaveLength(2);
});
