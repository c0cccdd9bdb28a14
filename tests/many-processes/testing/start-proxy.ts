import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export type ApiProxy = {
  url: string;
  /** Answers of 500 and more, and requests that got none. */
  failures: string[];
  close(): Promise<void>;
};

type Upstreams = { agent: Agent; next(): number[]; rest(port: number): void; close(): void };

/** How long an address that refused a connection is left out (docker/nginx.conf: fail_timeout). */
const restMs = 1_000;
/** Far more often than a process that stops goes on for (DRAIN_SECONDS). */
const checkEveryMs = 100;

/**
 * Stands in front of several api processes as a balancer does: round robin among those that say at /readyz that they
 * are ready, connections kept for the next request, another address only when a connection was refused. What may have
 * been done once is not done twice.
 */
export async function startProxy(ports: readonly number[]): Promise<ApiProxy> {
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const upstreams = createUpstreams(ports, agent);
  const server = createServer((incoming, response) => {
    const fail = (why: string) => failures.push(`${incoming.method} ${incoming.url}: ${why}`);
    pass(upstreams, incoming, response, fail).catch((error: unknown) => {
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
  const restsUntil = new Map<number, number>();
  const rest = (port: number) => restsUntil.set(port, Date.now() + restMs);
  let turn = 0;
  const check = async (port: number) => {
    if (!(await isReady(port))) rest(port);
  };
  const checks = setInterval(() => {
    for (const port of ports) void check(port);
  }, checkEveryMs);
  return {
    agent,
    rest,
    close: () => clearInterval(checks),
    /** Those that rest come last: when all do, they are asked all the same. */
    next() {
      turn += 1;
      const inTurn = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
      const isResting = (port: number) => (restsUntil.get(port) ?? 0) > Date.now();
      return [...inTurn.filter((port) => !isResting(port)), ...inTurn.filter(isResting)];
    },
  };
}

/** Not ready is also who cannot be asked: it has stopped. */
async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function pass(
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
      response.writeHead(status, withoutHops(answer.headers));
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
      upstreams.rest(port);
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
      // Refused: the next one.
      upstreams.rest(port);
      continue;
    }
    tie(client, upstream);
    upstream.write(headOf(incoming));
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
    headers: withoutHops(headers),
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

/** Of the connection and not of the message: each side has its own. */
const hops = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function withoutHops(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)));
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function tie(client: Duplex, upstream: Socket): void {
  client.pipe(upstream).pipe(client);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
