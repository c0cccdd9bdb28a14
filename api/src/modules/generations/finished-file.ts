import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@atelier/contract';
import type { GenerationWithOutputs } from '@atelier/db';
import type { Store } from '@atelier/storage';

const missing = { video: 'no_video', audio: 'no_sound' } as const;

/** A file that a generation made. Throws AppError: not_finished; no_video or no_sound when there is none of that type. */
export function selectFinishedFile(
  { generation, outputs }: GenerationWithOutputs,
  type: keyof typeof missing,
  index = 0,
): { outputId: string; key: string } {
  if (generation.finished_at === null) throw new AppError('not_finished');
  const output = outputs.find(({ position }) => position === index);
  if (!output?.storage_key || !output.content_type.startsWith(`${type}/`)) throw new AppError(missing[type]);
  return { outputId: output.id, key: output.storage_key };
}

/** Copies a stored file to where native code can read it. Throws file_not_found. */
export async function copyFromStore(store: Store, key: string, path: string): Promise<void> {
  if (!(await store.find(key))) throw new AppError('file_not_found');
  await pipeline(store.read(key), createWriteStream(path));
}
