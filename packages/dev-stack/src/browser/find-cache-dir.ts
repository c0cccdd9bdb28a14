import { mkdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Finds a directory that only the current user writes to and that outlives this run. A shared one would break
 * as soon as root and an ordinary user took turns: neither can replace the files that the other one left.
 *
 * @returns an absolute path of an existing directory, in the user's cache, else (no home, or not writable)
 *   in the temp folder under the user's number
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

/** Creates the directory when missing. Answers why it cannot be used, or undefined when it can. */
async function claimDirectory(dir: string): Promise<string | undefined> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const { uid, mode } = await stat(dir);
    // Someone else's directory could hold someone else's program, and we would run it.
    if (process.getuid && uid !== process.getuid()) return `${dir} belongs to another user`;
    return (mode & 0o200) === 0 ? `${dir} is read-only` : undefined;
  } catch (error) {
    return `${dir}: ${(error as Error).message}`;
  }
}
