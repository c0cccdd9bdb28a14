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

/** A TCP port that is free now; another program may take it before the caller does. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const port = await tryPort(0, host);
  if (port === undefined) throw new Error(`No free TCP port on ${host}`);
  return port;
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
    const address = server.address();
    const taken = typeof address === 'object' && address !== null ? address.port : undefined;
    server.close(() => resolve(taken));
  });
  return promise;
}
