import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export type S3Server = {
  /** Settings as the processes read them from the environment. */
  settings: {
    S3_ENDPOINT: string;
    S3_BUCKET: string;
    S3_REGION: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
  };
  /** Where it keeps its files, one folder for each bucket. */
  folder: string;
  /** Everything it keeps, parts of unfinished uploads included. */
  files(): Promise<string[]>;
  close(): Promise<void>;
};

/** A server that speaks S3, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier s3 '));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  correctServer(server.httpServer, join(directory, 'files', '._S3rver_uploads'));
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'files',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    folder: directory,
    async files() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      // Each object has files of its metadata beside it.
      return files.filter((name) => !/_S3rver_(metadata\.json|object\.md5)$/.test(name));
    },
    async close() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The server knows every call of a multipart upload but the one that gives it up, and drops the slash after a bucket's
 * name from what it verifies: a list of objects, which the client signs with it, therefore goes unsigned.
 */
function correctServer(server: Server, uploadsFolder: string): void {
  const [answer] = server.listeners('request');
  if (!answer) throw new Error('The server has no handler');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const uploadId = query.get('uploadId');
    if (request.method === 'GET' && query.has('list-type')) delete request.headers.authorization;
    if (request.method !== 'DELETE' || uploadId === null) return answer.call(server, request, response);
    const folder = join(uploadsFolder, basename(uploadId));
    void rm(folder, { recursive: true, force: true }).then(() => response.writeHead(204).end());
  });
}
