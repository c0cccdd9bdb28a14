import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type PushService, startPushService } from '@atelier/dev-stack/push-service';

/** Answer of a user's own server to one webhook; 0 breaks the connection. */
export type Answer = { generationId: string; status: 'OK' | 'ERROR'; answered: number };

/** Receives the webhooks of users, and fails now and then until `setWell`. */
export type UserServer = {
  url: string;
  answers: readonly Answer[];
  isWell(): boolean;
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
    isWell: () => isWell,
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

const failingPushes = [201, 201, 500, 201, 0, 201, 429];

/** The push service of the users' browsers, which fails now and then as long as the users' server does. */
export async function openPushService(userServer: UserServer): Promise<PushService> {
  let messages = 0;
  return startPushService(() => {
    messages += 1;
    const answered = userServer.isWell() ? 201 : (failingPushes[messages % failingPushes.length] ?? 201);
    return answered === 0 ? (request) => request.socket.destroy() : answered;
  });
}
