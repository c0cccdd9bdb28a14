import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { findFreePort } from '@atelier/local-postgres';
import { startProgram } from '../../many-processes/testing/start-program.ts';

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
  const server = await startProgram(program, ['-p', folder, '-c', file, '-e', 'errors'], port);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: server.stop,
  };
}
