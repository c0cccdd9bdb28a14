import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getKind, type KindInput } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { type AppErrorCode, isAppError } from '@atelier/contract';
import type { GenerationRow } from '@atelier/db';
import type { Fault, Inspection } from '@atelier/media';
import type { WorkerDeps } from '../deps.ts';

export type InspectDeps = Pick<WorkerDeps, 'store' | 'media' | 'mediaAddresses' | 'metrics' | 'log'>;

/** How a generation fails whose result has this fault. */
export const codeOfFault: Record<Fault, AppErrorCode> = {
  blank: 'result_blank',
  frozen: 'result_frozen',
  noise: 'result_noise',
  silent: 'result_silent',
  clipped: 'result_noise',
  short: 'result_short',
  echo: 'result_echo',
};

/**
 * Whether a file that decodes is what was sold, by docs/inspection.md. Undefined when that could not be said: a fault of
 * our own never costs the user the result. `folder` is for a copy of the input.
 */
export async function inspectOutput(
  deps: InspectDeps,
  row: GenerationRow,
  { path, folder }: { path: string; folder: string },
): Promise<Inspection | undefined> {
  try {
    const expected = getProvider(getKind(row.kind)).expects(row.input as KindInput);
    const inputPath = await copyInput(deps, expected.unlike, folder);
    const inspection = await deps.media.inspect({ path, soldSeconds: expected.seconds, inputPath });
    deps.metrics.resultInspected(row, inspection);
    return inspection;
  } catch (error) {
    // The worker is stopping: another one will do this again.
    if (isAppError(error) && error.code === 'unavailable') throw error;
    deps.metrics.resultInspected(row, undefined);
    deps.log.warn(
      { err: error, generationId: row.id },
      'a result could not be inspected; it is delivered as it is',
    );
    return undefined;
  }
}

async function copyInput(
  deps: InspectDeps,
  address: string | undefined,
  folder: string,
): Promise<string | undefined> {
  const key = address && deps.mediaAddresses.parseKey(address);
  if (!key) return undefined;
  const path = join(folder, 'input');
  await pipeline(deps.store.read(key), createWriteStream(path));
  return path;
}
