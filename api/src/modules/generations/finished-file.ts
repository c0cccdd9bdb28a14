import { AppError } from '@atelier/contract';
import type { GenerationWithOutputs } from '@atelier/db';

const missing = { video: 'no_video', audio: 'no_sound' } as const;

/** A file that a generation made. Throws AppError: not_finished; no_video or no_sound when there is none of that type. */
export function selectFinishedFile(
  { generation, outputs }: GenerationWithOutputs,
  type: keyof typeof missing,
  index = 0,
): { outputId: string; key: string; contentType: string } {
  if (generation.finished_at === null) throw new AppError('not_finished');
  const output = outputs.find(({ position }) => position === index);
  if (!output?.storage_key || !output.content_type.startsWith(`${type}/`)) throw new AppError(missing[type]);
  return { outputId: output.id, key: output.storage_key, contentType: output.content_type };
}
