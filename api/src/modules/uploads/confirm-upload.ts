import { buffer } from 'node:stream/consumers';
import { AppError, maxUploadBytes, uploadTypes } from '@atelier/contract';
import {
  claimUploadCheck,
  endUploadCheck,
  findUpload,
  markUploadStored,
  touchUpload,
  type UploadRow,
} from '@atelier/db';
import { headBytes, type ImageType } from '@atelier/media';
import { toIncomingKey } from '@atelier/storage';
import { asUploadError, refuseByHead, unsupportedFile } from './accepted-type.ts';
import { readRecording } from './read-recording.ts';
import { rewriteImage } from './rewrite-image.ts';
import type { UploadDeps } from './store-upload.ts';
import type { StoredUpload } from './stored-upload.ts';

/**
 * A user's upload, ready for use: one that came by a presigned PUT is checked the first time. Undefined when the user has
 * no such upload. Throws AppError: file_not_found when nothing was put; unsupported_file or size_limit, and the file is
 * deleted; in_progress while another process checks it.
 */
export async function confirmUpload(
  deps: UploadDeps,
  userId: string,
  key: string,
): Promise<StoredUpload | undefined> {
  const row = await touchUpload(deps.db.pool, key, userId);
  if (!row) return undefined;
  if (row.state === 'stored') return toStored(row);
  const { uploadChecks } = deps;
  const checking = uploadChecks.get(row.id) ?? checkOnce(deps, row);
  uploadChecks.set(row.id, checking);
  return checking.finally(() => uploadChecks.delete(row.id));
}

async function checkOnce(deps: UploadDeps, { id }: UploadRow): Promise<StoredUpload> {
  const row = await claimUploadCheck(deps.db.pool, id);
  if (!row) {
    // Another process has finished the check, or is in the middle of it.
    const now = await findUpload(deps.db.pool, id);
    if (now?.state === 'stored') return toStored(now);
    throw new AppError('in_progress');
  }
  try {
    return await check(deps, row);
  } catch (error) {
    const refusal = asUploadError(error, maxUploadBytes(toAccept(row)));
    const isFinal = isRejection(refusal);
    if (isFinal) await removeFiles(deps, row);
    await endUploadCheck(deps.db.pool, id, isFinal ? 'refused' : 'open');
    throw refusal;
  }
}

/** Moves the file to its final key, which no signed URL can write to, and checks it there. */
async function check(deps: UploadDeps, row: UploadRow): Promise<StoredUpload> {
  const key = row.storage_key;
  await takeIn(deps, row);
  const file = await deps.store.find(key);
  if (!file) throw new AppError('file_not_found');
  if (file.bytes === 0) throw unsupportedFile(toAccept(row));
  const contentType = await readType(deps, row, file.bytes);
  const isThere = await markUploadStored(deps.db.pool, { id: row.id, contentType, bytes: file.bytes });
  if (!isThere) throw new AppError('file_not_found');
  return { key, contentType, bytes: file.bytes };
}

/** Reads the content type of the file. An image has the declared one, because it was rewritten in it. */
async function readType(deps: UploadDeps, row: UploadRow, bytes: number): Promise<string> {
  const accept = toAccept(row);
  refuseByHead(await readHead(deps, row.storage_key, bytes), accept);
  if (accept === 'image') return row.content_type;
  const source = deps.store.read(row.storage_key);
  return readRecording(deps, { source, accept }, async ({ contentType }) => contentType);
}

async function readHead({ store }: UploadDeps, key: string, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  return buffer(store.read(key, { start: 0, end: Math.min(headBytes, bytes) - 1 }));
}

async function takeIn(deps: UploadDeps, row: UploadRow): Promise<void> {
  const key = row.storage_key;
  const incomingKey = toIncomingKey(key);
  const incoming = await deps.store.find(incomingKey);
  if (!incoming) return;
  if (incoming.bytes > maxUploadBytes(toAccept(row))) throw new AppError('body_too_large');
  if (toAccept(row) !== 'image') {
    await deps.store.move(incomingKey, key);
    return;
  }
  // Looks at the head before the file is written again in the declared format, which would make a still of a GIF.
  refuseByHead(await readHead(deps, incomingKey, incoming.bytes), 'image');
  const contentType = row.content_type as ImageType;
  await rewriteImage(deps, deps.store.read(incomingKey), { contentType }, ({ source, maxBytes }) =>
    deps.store.put(key, source, { contentType, maxBytes }),
  );
  await deps.store.delete(incomingKey);
}

function toStored({ storage_key, content_type, bytes, source_output_id }: UploadRow): StoredUpload {
  return {
    key: storage_key,
    contentType: content_type,
    bytes: bytes ?? 0,
    sourceOutputId: source_output_id,
  };
}

function toAccept(row: UploadRow) {
  return uploadTypes[row.content_type]?.accept ?? 'video';
}

/** The file itself is at fault; after any other error the check may be repeated. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unsupported_file' || error.code === 'size_limit');
}

async function removeFiles(deps: UploadDeps, row: UploadRow): Promise<void> {
  await deps.store.delete(toIncomingKey(row.storage_key));
  await deps.store.delete(row.storage_key);
}
