import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { findFreePort } from '@atelier/local-postgres';
import { vi } from 'vitest';

export type Nginx = { url: string; stop(): Promise<void> };

/**
 * Starts nginx with docker/nginx.conf in front of one api. What only a container has is replaced: names of other containers,
 * ports and folders.
 */
export async function startNginx(program: string, apiUrl: string): Promise<Nginx> {
  const folder = await createTestFolder('nginx');
  const [port, storagePort] = [await findFreePort(), await findFreePort()];
  const delivered = await readFile(join(repositoryRoot, 'docker/nginx.conf'), 'utf8');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const conf = delivered
    .replace(/^ *resolver .*\n/m, '')
    .replace(/server api:3000 resolve/, `server ${new URL(apiUrl).host}`)
    .replace(/server storage:8333 resolve/, 'server 127.0.0.1:9')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('listen 9000;', `listen 127.0.0.1:${storagePort};`)
    .replace(/access_log .*;/, 'access_log off;')
    .replace('http {\n', `http {\n${temporary.map((name) => `  ${name}_temp_path ${name};\n`).join('')}`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `daemon off;\nmaster_process off;\npid pid;\nerror_log errors;\n${conf}`);
  const child = spawn(program, ['-p', folder, '-c', file, '-e', 'errors'], { stdio: 'inherit' });
  const ended = once(child, 'close');
  await vi.waitFor(() => canConnect(port), { timeout: 20_000 });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function canConnect(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
