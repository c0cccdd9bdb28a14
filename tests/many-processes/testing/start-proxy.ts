import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export type ApiProxy = {
  url: string;
  /** Answers of 500 and above, and requests without an answer. */
  failures: string[];
  close(): Promise<void>;
};

type Upstreams = { agent: Agent; next(): number[]; pause(port: number): void; close(): void };

/** How long an address that refused a connection is avoided (docker/nginx.conf: fail_timeout). */
const pauseMs = 1_000;
/** Much shorter than DRAIN_SECONDS, for which a stopping process keeps serving. */
const checkEveryMs = 100;

/**
 * A load balancer for several api processes: round robin among those that are ready according to /readyz, keep-alive
 * connections, and another address only when a connection was refused. A request that may have been processed is never
 * sent twice.
 */
export async function startProxy(ports: readonly number[]): Promise<ApiProxy> {
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const upstreams = createUpstreams(ports, agent);
  const server = createServer((incoming, response) => {
    const fail = (why: string) => failures.push(`${incoming.method} ${incoming.url}: ${why}`);
    forward(upstreams, incoming, response, fail).catch((error: unknown) => {
      fail(String(error));
      response.destroy();
    });
  });
  server.on('upgrade', (incoming, client, head) => void upgrade(upstreams, incoming, client, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    failures,
    async close() {
      upstreams.close();
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

function createUpstreams(ports: readonly number[], agent: Agent): Upstreams {
  const pausedUntil = new Map<number, number>();
  const pause = (port: number) => pausedUntil.set(port, Date.now() + pauseMs);
  let turn = 0;
  const check = async (port: number) => {
    if (!(await isReady(port))) pause(port);
  };
  const checks = setInterval(() => {
    for (const port of ports) void check(port);
  }, checkEveryMs);
  return {
    agent,
    pause,
    close: () => clearInterval(checks),
    /** Paused ones come last, and are tried when all are paused. */
    next() {
      turn += 1;
      const inTurn = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
      const isPaused = (port: number) => (pausedUntil.get(port) ?? 0) > Date.now();
      return [...inTurn.filter((port) => !isPaused(port)), ...inTurn.filter(isPaused)];
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function forward(
  upstreams: Upstreams,
  incoming: IncomingMessage,
  response: ServerResponse,
  fail: (why: string) => void,
): Promise<void> {
  const body = await buffer(incoming);
  for (const port of upstreams.next()) {
    try {
      const answer = await send(upstreams, port, incoming, body);
      const status = answer.statusCode ?? 502;
      if (status >= 500) fail(`${status} from ${port}`);
      response.writeHead(status, withoutHopByHopHeaders(answer.headers));
      answer.on('error', (error) => {
        fail(`${error} in the answer of ${port}`);
        response.destroy();
      });
      answer.pipe(response);
      return;
    } catch (error) {
      if (!isRefused(error)) {
        fail(`${error} from ${port}`);
        break;
      }
      upstreams.pause(port);
    }
  }
  response.writeHead(502).end();
}

async function upgrade(
  upstreams: Upstreams,
  incoming: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  for (const port of upstreams.next()) {
    const upstream = connect(port, '127.0.0.1');
    try {
      await once(upstream, 'connect');
    } catch {
      // Refused: try the next one.
      upstreams.pause(port);
      continue;
    }
    connectBoth(client, upstream);
    upstream.write(readHead(incoming));
    upstream.write(head);
    return;
  }
  client.destroy();
}

async function send(
  { agent }: Upstreams,
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    agent,
    headers: withoutHopByHopHeaders(headers),
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

/** Headers of a connection, not of the message. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function withoutHopByHopHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));
}

function readHead({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function connectBoth(client: Duplex, upstream: Socket): void {
  client.pipe(upstream).pipe(client);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
