import { join } from 'node:path';
import type { GenerationRow } from '@atelier/db';
import { toMade } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

type Files = { path: string; posterPath: string | undefined };
type Signed = Files & {
  /** Facts of the signed original; empty when it is stored as the provider made it. */
  facts: { bytes?: number; sha256?: Buffer };
};

/**
 * Signs what is about to be stored, the original and its poster, in copies in `folder`: every way out of the store
 * carries it then (docs/provenance.md). Nothing is stored here, so a worker that dies leaves nothing behind. A file that
 * cannot be signed is stored as it is.
 */
export async function signOutput(
  { signer }: Pick<WorkerDeps, 'signer'>,
  row: GenerationRow,
  { folder, ...files }: Files & { folder: string },
): Promise<Signed> {
  if (!signer) return { ...files, facts: {} };
  const made = toMade(row);
  const sign = (inputPath: string, name: string) =>
    signer.sign({ inputPath, outputPath: join(folder, name), made });
  const original = await sign(files.path, 'signed');
  const poster = files.posterPath && (await sign(files.posterPath, 'signed-poster'));
  return {
    path: original ? join(folder, 'signed') : files.path,
    posterPath: poster ? join(folder, 'signed-poster') : files.posterPath,
    facts: original ?? {},
  };
}
