import type { Readable } from 'node:stream';
import { AppError, type ImageFormat } from '@atelier/contract';
import { findImageDownload, listOwnImages, withOutputs } from '@atelier/db';
import { type EntryDeps, listEntries } from './list-entries.ts';
import { zipEntries } from './zip-entries.ts';

/** The zip that was asked for, to the same user. Throws not_found for anybody else's, and when its time is over. */
export async function openDownload(deps: EntryDeps, id: string, userId: string): Promise<Readable> {
  const download = await findImageDownload(deps.db.pool, id, userId);
  if (!download) throw new AppError('not_found');
  const ids = download.generation_ids;
  // Asked again: what was deleted since must not be in it.
  const own = await withOutputs(deps.db.pool, await listOwnImages(deps.db.pool, userId, ids));
  return zipEntries(listEntries(deps, { ids, own, format: download.format as ImageFormat }));
}
