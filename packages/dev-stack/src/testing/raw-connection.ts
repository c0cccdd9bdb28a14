import { connect, type Socket } from 'node:net';

export type RawReply = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** A TCP connection that sends exactly the bytes it is given: what no HTTP client would send. */
export type RawConnection = {
  socket: Socket;
  /** Resolves when the bytes were accepted by the system; also when the server has closed the connection meanwhile. */
  send(data: string | Buffer): Promise<void>;
  /** The next final reply. Rejects when the connection ends before one is complete. */
  reply(): Promise<RawReply>;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
  close(): void;
};

/** @param from - the local address, such as 127.0.0.2, for tests of what is counted per address. */
export async function openRawConnection(url: string, from?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = Buffer.alloc(0);
  let isClosed = false;
  const changed = new EventTarget();
  const closed = new Promise<void>((resolve) => {
    const finish = () => {
      isClosed = true;
      changed.dispatchEvent(new Event('change'));
      resolve();
    };
    // A server may end a connection in order or by a reset; a client that is still sending sees the latter as an error.
    socket.on('error', finish).on('end', finish).on('close', finish);
  });
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    changed.dispatchEvent(new Event('change'));
  });
  return {
    socket,
    closed,
    send: (data) => new Promise((resolve) => socket.write(data, () => resolve())),
    async reply() {
      for (;;) {
        const found = readReply(received);
        if (found) {
          received = received.subarray(found.bytes);
          if (found.reply.status >= 200) return found.reply;
        } else if (isClosed) {
          throw new Error(
            `the connection ended after ${JSON.stringify(received.toString('latin1', 0, 200))}`,
          );
        } else await new Promise((resolve) => changed.addEventListener('change', resolve, { once: true }));
      }
    },
    close: () => socket.destroy(),
  };
}

/** One reply at the beginning of `received`, once it is complete. Without a content length it is taken to have no body. */
function readReply(received: Buffer): { reply: RawReply; bytes: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const bodyStart = headEnd + 4;
  const bytes = bodyStart + Number(headers.get('content-length') ?? 0);
  if (received.length < bytes) return undefined;
  const status = Number(statusLine.split(' ')[1]);
  return { reply: { status, headers, body: received.toString('utf8', bodyStart, bytes) }, bytes };
}
