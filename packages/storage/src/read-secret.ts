import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryName } from './temporary-files.ts';

const known = new Map<string, Promise<Buffer>>();

/** The 32 bytes in this file; made, for its owner's eyes only, when it is not there. Read once per process. */
export function readSecret(path: string): Promise<Buffer> {
  const reading = known.get(path) ?? load(path);
  known.set(path, reading);
  // A disk that was full or away is asked again.
  reading.catch(() => known.delete(path));
  return reading;
}

async function load(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // A link appears whole and never replaces: of several processes that start at once the first one's secret counts.
  const temporary = `${path}.${temporaryName()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true });
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path);
}
