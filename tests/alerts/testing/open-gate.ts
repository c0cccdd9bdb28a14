import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Gate = {
  /** The same address through this gate. */
  through(url: string): string;
  /** Lets nothing pass in either direction from now on; no connection ends or is refused. */
  cut(): void;
  close(): Promise<void>;
};

/** A network between a process and its database that can be cut. */
export async function openGate(): Promise<Gate> {
  let target = { host: '127.0.0.1', port: 0 };
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy());
    if (isCut) return;
    const far = connect(target);
    sockets.add(far);
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    through(url) {
      const changed = new URL(url);
      target = { host: changed.hostname, port: Number(changed.port) };
      changed.hostname = '127.0.0.1';
      changed.port = String((server.address() as AddressInfo).port);
      return changed.href;
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
