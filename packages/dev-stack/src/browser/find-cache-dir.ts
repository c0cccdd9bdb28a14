import { mkdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Finds a directory that only the current user writes to and that outlives this run. In a shared one, root and an
 * ordinary user could not replace each other's files.
 *
 * @returns the absolute path of an existing directory in the user's cache or, without a writable home, in the temporary
 *   folder under the user's id
 */
export async function findCacheDir(
  environment: NodeJS.ProcessEnv = process.env,
  temporaryDir = tmpdir(),
): Promise<string> {
  const userId = process.getuid?.() ?? 'user';
  const candidates = [
    join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), '.cache'), 'atelier'),
    join(temporaryDir, `atelier-${userId}`),
  ];
  const refusals: string[] = [];
  for (const dir of candidates) {
    const refusal = await claimDirectory(dir);
    if (refusal === undefined) return dir;
    refusals.push(refusal);
  }
  throw new Error(`No directory to unpack the test browser into: ${refusals.join('; ')}`);
}

/** Creates the directory if missing. Returns why it cannot be used, or undefined when it can. */
async function claimDirectory(dir: string): Promise<string | undefined> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const { uid, mode } = await stat(dir);
    // Another user's directory could contain that user's program, and we would run it.
    if (process.getuid && uid !== process.getuid()) return `${dir} belongs to another user`;
    return (mode & 0o200) === 0 ? `${dir} is read-only` : undefined;
  } catch (error) {
    return `${dir}: ${(error as Error).message}`;
  }
}
