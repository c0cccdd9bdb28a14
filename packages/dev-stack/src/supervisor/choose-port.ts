import { findFreePort, isPortFree, StartProblem } from '@atelier/local-postgres';

export type ChosenPort = {
  port: number;
  /** The default port, when another program uses it. */
  instead?: number;
};

const defaultPort = 3000;

/**
 * The port of the web address: by default 3000 or the next free one. Throws `StartProblem` when the given one is in use.
 * The same port must be free on the IPv6 loopback, or `localhost` could lead to another program.
 */
export async function chooseWebPort(given: string | undefined, host: string): Promise<ChosenPort> {
  if (given !== undefined && given !== '') {
    const port = Number(given);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new StartProblem(`PORT is "${given}", which is not a port: give a number from 1 to 65535.`);
    }
    if (port === 0) return { port: await findFreePort(host) };
    if (await isLocalhostFree(port, host)) return { port };
    throw new StartProblem(
      `Port ${port} is in use: another program listens on ${host}:${port}. ` +
        'Stop it, choose another port with PORT=..., or leave PORT out to get a free one.',
    );
  }
  for (let port = defaultPort; port < defaultPort + 100; port += 1) {
    if (await isLocalhostFree(port, host))
      return port === defaultPort ? { port } : { port, instead: defaultPort };
  }
  return { port: await findFreePort(host), instead: defaultPort };
}

/** The last port if it is free, so that stored addresses keep working, else any free one. */
export async function chooseInnerPort(remembered: number | undefined): Promise<number> {
  if (remembered !== undefined && (await isPortFree(remembered))) return remembered;
  return findFreePort();
}

async function isLocalhostFree(port: number, host: string): Promise<boolean> {
  if (!(await isPortFree(port, host))) return false;
  return host === '127.0.0.1' ? isPortFree(port, '::1') : true;
}
