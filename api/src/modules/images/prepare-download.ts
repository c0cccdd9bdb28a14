import { AppError, type DownloadImagesReply, type ImageFormat } from '@atelier/contract';
import { insertImageDownload } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { ApiDeps } from '../../deps.ts';

/** Long enough to confirm where to save it and to try again; then the list is forgotten. */
const lifetimeSeconds = 3_600;

type Wanted = { userId: string; ids: readonly string[]; format: ImageFormat };

/** Notes down what is wanted and answers with the address of the zip. Throws not_found when no image is theirs. */
export async function prepareDownload(
  deps: Pick<ApiDeps, 'db'>,
  { userId, ids, format }: Wanted,
): Promise<DownloadImagesReply> {
  const id = uuidv7();
  const generationIds = [...new Set(ids)];
  const isTheirs = await insertImageDownload(deps.db.pool, {
    id,
    userId,
    generationIds,
    format,
    lifetimeSeconds,
  });
  if (!isTheirs) throw new AppError('not_found', { message: 'Failed to prepare download' });
  return { downloadUrl: `/api/image-generation/download/${id}`, expires_seconds: lifetimeSeconds };
}
