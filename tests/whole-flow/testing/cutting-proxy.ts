import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  url: string;
  /** Closes what is open, and refuses what comes until `mend`. */
  cut(): void;
  mend(): void;
  /** Connections that were refused or closed. */
  countCuts(): number;
  close(): Promise<void>;
};

/** Passes connections on to a server on this machine, and cuts them off when a test says so. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  let cuts = 0;
  const server = createServer((incoming) => {
    if (isCut) {
      cuts += 1;
      incoming.destroy();
      return;
    }
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      // A cut connection is the point of this server.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      cuts += 1;
      destroyAll();
    },
    mend() {
      isCut = false;
    },
    countCuts: () => cuts,
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
