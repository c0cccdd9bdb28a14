import { connect, createServer, type Socket } from 'node:net';

export type CountingProxy = {
  /** The database's connection string through this proxy. */
  url: string;
  /** Round trips so far, over all connections. */
  count(): number;
  close(): Promise<void>;
};

/**
 * A transparent proxy in front of PostgreSQL that counts how often a client waits for the server: each Query, and each
 * Sync that ends the messages of a prepared statement.
 */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let trips = 0;
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port || 5432) });
    const read = createTripCounter(() => {
      trips += 1;
    });
    client.on('data', read);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      // Stopped processes reset their connections; close the other side as well.
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : '');
  return {
    url: url.href,
    count: () => trips,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const queryByte = 'Q'.charCodeAt(0);
const syncByte = 'S'.charCodeAt(0);

/**
 * Parses one client's side of PostgreSQL's protocol from chunks of any size: a start-up message with its length, then
 * messages with a type byte and a length that includes itself.
 */
export function createTripCounter(onTrip: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const lengthAt = isStarted ? 1 : 0;
      if (rest.length < lengthAt + 4) return;
      const end = lengthAt + rest.readUInt32BE(lengthAt);
      if (rest.length < end) return;
      if (isStarted && (rest[0] === queryByte || rest[0] === syncByte)) onTrip();
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}
