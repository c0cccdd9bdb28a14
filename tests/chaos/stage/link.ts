import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * - `open`: what arrives is passed on.
 * - `cut`: nothing is passed on and nothing ends, as when packets are lost; what was sent arrives afterwards.
 * - `refusing`: connections end at once.
 * - `resetting`: requests are passed on, and the connection breaks when the answer comes.
 * - `unavailable`: every request is answered with 503.
 * - `slow`: every part of an answer comes seconds late.
 */
export type LinkMode = 'open' | 'cut' | 'refusing' | 'resetting' | 'unavailable' | 'slow';

/** A way between two parts of the product, which faults can disturb. */
export type Link = {
  port: number;
  setMode(mode: LinkMode): void;
  close(): Promise<void>;
};

const slowMs = 1_500;
const unavailable =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 1\r\nconnection: close\r\n\r\n';

type Pair = { client: Socket; upstream: Socket | undefined };

/** Listens at a port of its own and passes connections on to `targetPort` of this machine. */
export async function openLink(targetPort: () => number): Promise<Link> {
  const pairs = new Set<Pair>();
  let mode: LinkMode = 'open';
  const modeNow = () => mode;
  const server = createServer((client) => {
    const pair: Pair = { client, upstream: undefined };
    pairs.add(pair);
    client.on('error', () => client.destroy());
    client.on('close', () => {
      pairs.delete(pair);
      pair.upstream?.end();
    });
    client.pause();
    if (mode !== 'cut') begin(pair, targetPort, modeNow);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      mode = next;
      for (const pair of pairs) apply(pair, next, () => begin(pair, targetPort, modeNow));
    },
    async close() {
      mode = 'refusing';
      for (const pair of pairs) end(pair);
      server.close();
      await once(server, 'close');
    },
  };
}

function apply(pair: Pair, mode: LinkMode, start: () => void): void {
  const { client, upstream } = pair;
  if (mode === 'refusing') end(pair);
  else if (mode === 'cut') {
    client.pause();
    upstream?.pause();
  } else if (!upstream) start();
  else {
    client.resume();
    upstream.resume();
  }
}

function begin(pair: Pair, targetPort: () => number, modeNow: () => LinkMode): void {
  const { client } = pair;
  if (modeNow() === 'refusing') {
    end(pair);
    return;
  }
  const upstream = connect(targetPort(), '127.0.0.1');
  pair.upstream = upstream;
  upstream.on('error', () => end(pair));
  upstream.on('close', () => client.end());
  client.on('data', (chunk) => {
    if (modeNow() === 'unavailable') {
      client.end(unavailable);
      upstream.destroy();
    } else passOn(client, upstream, chunk, modeNow);
  });
  upstream.on('data', (chunk) => {
    if (modeNow() === 'resetting') end(pair);
    else if (modeNow() === 'slow') void passOnLate(pair, upstream, chunk, modeNow);
    else passOn(upstream, client, chunk, modeNow);
  });
  client.resume();
}

/** Reads on only when the other side has taken it. */
function passOn(from: Socket, to: Socket, chunk: Buffer, modeNow: () => LinkMode): void {
  if (to.destroyed || to.write(chunk)) return;
  from.pause();
  to.once('drain', () => {
    if (modeNow() !== 'cut') from.resume();
  });
}

async function passOnLate(pair: Pair, upstream: Socket, chunk: Buffer, modeNow: () => LinkMode) {
  upstream.pause();
  await wait(slowMs);
  passOn(upstream, pair.client, chunk, modeNow);
  if (modeNow() !== 'cut') upstream.resume();
}

function end({ client, upstream }: Pair): void {
  client.resetAndDestroy();
  upstream?.destroy();
}
