import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Received = { headers: IncomingHttpHeaders; raw: Buffer; body: Record<string, unknown> };

/** A user's own server: keeps what it receives and replies with the next of `answers`, or 200. */
export type Receiver = {
  url: string;
  received: Received[];
  answers: (number | RequestListener)[];
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = [];
  const server = createServer(async (request, response) => {
    const raw = await buffer(request);
    received.push({ headers: request.headers, raw, body: JSON.parse(raw.toString()) });
    const answer = answers.shift() ?? 200;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?secret=planted-in-the-query`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
