import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { systemErrorCode } from './start-problem.ts';

/**
 * Whether this process could listen on the TCP port of the given address now.
 *
 * Not `get-port`: it reserves every port it has returned for 15 to 30 s, so asking twice about the same port, as a
 * retried start does, would find it taken.
 */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryPort(port, host)) !== undefined;
}

/**
 * Range below the ports that Linux (from 32768), macOS and Windows (from 49152) give to outgoing connections and to
 * servers that ask for any port. A port from there can be taken by a connection of the caller's own before the caller
 * listens.
 */
const firstPort = 20_000;
const lastPort = 32_767;

let nextPort = randomInt(firstPort, lastPort + 1);

/**
 * A TCP port that is free now. A process gets another one with each call, beginning anywhere, so that callers that
 * listen later, here or in another process, do not meet.
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tried = firstPort; tried <= lastPort; tried += 1) {
    const port = nextPort;
    nextPort = port === lastPort ? firstPort : port + 1;
    if (await isPortFree(port, host)) return port;
  }
  throw new Error(`No free TCP port on ${host} from ${firstPort} to ${lastPort}`);
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const server = createServer();
  server.once('error', (error) => {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE' || code === 'EACCES') resolve(undefined);
    // No such address (a machine without IPv6), so no other program can listen on it either.
    else if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(port);
    else reject(error);
  });
  server.listen({ port, host, exclusive: true }, () => {
    server.close(() => resolve(port));
  });
  return promise;
}
