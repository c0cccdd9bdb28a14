import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from './context.ts';

/** fal keeps a result for about an hour (fal.md 4). */
const jobKeptMs = 60 * 60 * 1000;
const sweepEveryMs = 60 * 1000;
/** fal promises its media for seven days. */
const fileKeptMs = 7 * 24 * 60 * 60 * 1000;

/** Forgets finished jobs after their hour. Returns the function that stops this. */
export function forgetOldJobs({ jobs }: Context): () => void {
  const sweep = () => {
    const limitMs = Date.now() - jobKeptMs;
    for (const [requestId, { finishedAtMs }] of jobs) {
      if (finishedAtMs !== undefined && finishedAtMs < limitMs) jobs.delete(requestId);
    }
  };
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return () => clearInterval(timer);
}

/** Deletes files of earlier runs that nothing may count on any more. */
export async function forgetOldFiles(directories: readonly string[]): Promise<void> {
  const limitMs = Date.now() - fileKeptMs;
  for (const directory of directories) {
    for (const name of await readdir(directory).catch(() => [])) {
      const path = join(directory, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts && facts.mtimeMs < limitMs) await rm(path, { force: true });
    }
  }
}
