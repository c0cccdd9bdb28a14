import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { AppError, maxUploadBytes, type PresignReply, uploadTypes } from '@atelier/contract';
import { insertUpload } from '@atelier/db';
import { newKey, toIncomingKey } from '@atelier/storage';
import { presignMinutes } from '../../plugins/bounds.ts';
import type { UploadDeps } from './store-upload.ts';

const expiresSeconds = presignMinutes * 60;
const maxNameLength = 255;

type PresignRequest = { filename?: unknown; contentType?: unknown; size?: unknown };

/**
 * A signed URL for one PUT of one file, which is checked when it is confirmed or first used. Only the extension of the
 * client's file name matters; the key is our own. Throws AppError: upload_no_url, unsupported_file, size_limit.
 */
export async function presignUpload(
  deps: UploadDeps,
  userId: string,
  request: PresignRequest,
): Promise<PresignReply> {
  const { contentType, accept, storedAs = contentType, size } = readRequest(request);
  const maxBytes = maxUploadBytes(accept);
  if (size !== undefined && size > maxBytes)
    throw new AppError('size_limit', { details: { max_bytes: maxBytes } });
  const id = randomUUID();
  const key = newKey(userId, storedAs, id);
  await insertUpload(deps.db.pool, { id, userId, key, contentType });
  const grant = { key: toIncomingKey(key), contentType, bytes: size, maxBytes, expiresSeconds };
  return {
    success: true,
    url: await deps.store.presignPut(grant),
    key,
    public_url: deps.mediaAddresses.formatAbsoluteUrl(key),
    expires_seconds: expiresSeconds,
  };
}

function readRequest({ filename, contentType, size }: PresignRequest) {
  const isNamed = typeof filename === 'string' && filename.trim() !== '' && filename.length <= maxNameLength;
  const isSized = size === undefined || (Number.isSafeInteger(size) && (size as number) > 0);
  if (typeof contentType !== 'string' || !isNamed || !isSized)
    throw new AppError('upload_no_url', { message: 'Failed to get upload URL.' });
  const known = Object.hasOwn(uploadTypes, contentType) ? uploadTypes[contentType] : undefined;
  if (!known) throw refusedType('contentType', `${shorten(contentType)} is not accepted`);
  if (!fits(filename, known.endings))
    throw refusedType('filename', `${shorten(filename)} does not end like a file of type ${contentType}`);
  return { ...known, contentType, size: size as number | undefined };
}

function refusedType(path: string, reason: string): AppError {
  const accepted = Object.keys(uploadTypes);
  const message = `${reason}; accepted are ${accepted.join(', ')}`;
  return new AppError('unsupported_file', {
    message,
    details: { accepted, issues: [{ path, message, code: 'value_refused' }] },
  });
}

/** Enough of a client's text to recognize it in a message. */
const shorten = (text: string) => text.slice(0, 100);

/** A name without an extension is accepted, because pasted images have none. */
function fits(filename: string, endings: readonly string[]): boolean {
  const ending = extname(filename).slice(1).toLowerCase();
  return ending === '' || endings.includes(ending);
}
