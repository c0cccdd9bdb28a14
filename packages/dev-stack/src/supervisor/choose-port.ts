import { findFreePort, isPortFree, StartProblem } from '@atelier/local-postgres';

export type ChosenPort = {
  port: number;
  /** The port that was meant and is taken by another program. */
  instead?: number;
};

const defaultPort = 3000;

/**
 * The port of the web address. Given and taken: `StartProblem`. Not given: 3000 or the next free one.
 * The same port of the IPv6 loopback must be free as well, or `localhost` could lead to the other program.
 */
export async function chooseWebPort(given: string | undefined, host: string): Promise<ChosenPort> {
  if (given !== undefined && given !== '') {
    const port = Number(given);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new StartProblem(`PORT is "${given}", which is no port: give a number from 1 to 65535.`);
    }
    if (port === 0) return { port: await findFreePort(host) };
    if (await isLocalhostFree(port, host)) return { port };
    throw new StartProblem(
      `Port ${port} is taken: another program listens on ${host}:${port}. ` +
        'Stop it, choose another one with PORT=..., or leave PORT out to get a free one.',
    );
  }
  for (let port = defaultPort; port < defaultPort + 100; port += 1) {
    if (await isLocalhostFree(port, host))
      return port === defaultPort ? { port } : { port, instead: defaultPort };
  }
  return { port: await findFreePort(host), instead: defaultPort };
}

/** The port used last time while it is free, so addresses that were stored keep working; else any free one. */
export async function chooseInnerPort(remembered: number | undefined): Promise<number> {
  if (remembered !== undefined && (await isPortFree(remembered))) return remembered;
  return findFreePort();
}

async function isLocalhostFree(port: number, host: string): Promise<boolean> {
  if (!(await isPortFree(port, host))) return false;
  return host === '127.0.0.1' ? isPortFree(port, '::1') : true;
}
