import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { maxUploadBytes, type UploadAccept } from '@atelier/contract';
import { deleteUploads, insertUpload, markUploadStored } from '@atelier/db';
import { headBytes } from '@atelier/media';
import { idOfKey, newKey, peek, streamFile } from '@atelier/storage';
import type { ApiDeps } from '../../deps.ts';
import { asUploadError, refuseByHead } from './accepted-type.ts';
import { readRecording } from './read-recording.ts';
import { rewriteImage } from './rewrite-image.ts';
import type { StoredUpload } from './stored-upload.ts';

export type UploadDeps = Pick<ApiDeps, 'db' | 'store' | 'media' | 'mediaAddresses' | 'uploadChecks'> & {
  env: Pick<ApiDeps['env'], 'DATA_DIR' | 'FAL_BASE_URL' | 'UPLOAD_DEADLINE_SECONDS'>;
};

type NewUpload = { userId: string; source: Readable; accept: UploadAccept };

/**
 * Stores a stream as the user's upload: detects its type, enforces the size limit, reads videos and sounds and
 * re-encodes images. Leaves nothing
 * behind when it fails. Throws AppError: unsupported_file, size_limit. Width and height are returned for images, the
 * length for what has one.
 */
export async function storeUpload(
  deps: UploadDeps,
  { userId, source, accept }: NewUpload,
): Promise<StoredUpload & { width?: number; height?: number; durationSeconds?: number | undefined }> {
  const { head, whole } = await peek(source, headBytes);
  try {
    refuseByHead(head, accept);
    if (accept !== 'image')
      return await readRecording(deps, { source: whole, accept }, async (recording) => {
        const { path, contentType, durationSeconds } = recording;
        const file = { contentType, source: streamFile(path), maxBytes: maxUploadBytes(accept) };
        return { ...(await keep(deps, userId, file)), durationSeconds };
      });
    return await rewriteImage(deps, whole, {}, async (image) => {
      const { width, height } = image;
      return { ...(await keep(deps, userId, image)), width, height };
    });
  } catch (error) {
    whole.destroy();
    throw asUploadError(error, maxUploadBytes(accept));
  }
}

type NewFile = { contentType: string; source: Readable; maxBytes: number };

/** The row is inserted first, so that the sweeper finds the file of a process that was killed while writing. */
async function keep(deps: UploadDeps, userId: string, file: NewFile): Promise<StoredUpload> {
  const { contentType, source, maxBytes } = file;
  const id = randomUUID();
  const key = newKey(userId, contentType, id);
  await insertUpload(deps.db.pool, { id, userId, key, contentType });
  try {
    const { bytes } = await deps.store.put(key, source, { contentType, maxBytes });
    await markUploadStored(deps.db.pool, { id, contentType, bytes });
    return { key, contentType, bytes };
  } catch (error) {
    await discardUpload(deps, key);
    throw error;
  }
}

/** Removes an upload that was never returned to the client. */
export async function discardUpload(deps: UploadDeps, key: string): Promise<void> {
  await deps.store.delete(key);
  await deleteUploads(deps.db.pool, [idOfKey(key)]);
}
