import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedWebhook = { headers: IncomingHttpHeaders; raw: string; body: Record<string, unknown> };

export type WebhookReceiver = {
  url: string;
  received: ReceivedWebhook[];
  /** Statuses of the next answers, in order; 200 when empty. */
  answers: number[];
  /** Resolves when `count` webhooks of the request have arrived. */
  waitFor(requestId: string, count?: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
};

/** An HTTP server that records every webhook it receives. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString();
      received.push({ headers: request.headers, raw, body: JSON.parse(raw) });
      const status = answers.shift() ?? 200;
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end('{}');
      for (const watcher of watchers) watcher();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answers,
    async waitFor(requestId, count = 1) {
      for (;;) {
        const matching = received.filter(({ body }) => body.request_id === requestId);
        if (matching.length >= count) return matching;
        await new Promise<void>((resolve) => {
          const watcher = () => {
            watchers.delete(watcher);
            resolve();
          };
          watchers.add(watcher);
        });
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
