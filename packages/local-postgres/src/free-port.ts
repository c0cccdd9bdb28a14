import { createServer } from 'node:net';
import { systemErrorCode } from './start-problem.ts';

/** True when nothing listens on this TCP port of the given address (and we may listen there). */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryPort(port, host)) !== undefined;
}

/** A TCP port of 127.0.0.1 that is free at this moment; the caller must be ready to lose it to somebody else. */
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
    // No such address here (a machine without IPv6): then nobody can listen on it either.
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
