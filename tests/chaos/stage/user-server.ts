import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What a user's own server answers to one webhook; 0 breaks the connection. */
export type Answer = { generationId: string; status: 'OK' | 'ERROR'; answered: number };

/** Receives the webhooks of users, and fails now and then until `setWell`. */
export type UserServer = {
  url: string;
  answers: readonly Answer[];
  setWell(): void;
  close(): Promise<void>;
};

/** One after another: most are taken, and of each kind of failure there is one. 410 wants no further attempt. */
const failing = [200, 200, 500, 200, 0, 200, 302, 200, 200, 410, 200, 429];

export async function startUserServer(): Promise<UserServer> {
  const answers: Answer[] = [];
  let isWell = false;
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { request_id: string; status: Answer['status'] };
    const answered = isWell ? 200 : (failing[answers.length % failing.length] ?? 200);
    answers.push({ generationId: body.request_id, status: body.status, answered });
    if (answered === 0) request.socket.destroy();
    else response.writeHead(answered, answered === 302 ? { location: '/elsewhere' } : {}).end();
  });
  // A worker was killed in the middle of its request.
  server.on('request', (request) => request.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    answers,
    setWell() {
      isWell = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
