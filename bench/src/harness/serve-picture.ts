import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';

/**
 * A server that answers every path with the same picture of the web build: as a CDN, it stands for the files of a million
 * generations, which would measure the file system. Returns its address; `resources` stops it.
 */
export async function servePicture(resources: AsyncDisposableStack): Promise<string> {
  let picture: Buffer | undefined;
  const server = createServer((_request, response) => {
    // The web build is made after this server has started.
    picture ??= readFileSync(findPicture());
    response.writeHead(200, { 'content-type': 'image/webp', 'cross-origin-resource-policy': 'cross-origin' });
    response.end(picture);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function findPicture(): string {
  const assets = join(repositoryRoot, 'web/dist/assets');
  const name = readdirSync(assets).find((file) => file.startsWith('loop-') && file.endsWith('.webp'));
  if (!name) throw new Error(`The web build has no picture in ${assets}`);
  return join(assets, name);
}
