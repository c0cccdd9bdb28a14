import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { AppError, isAppError } from '@atelier/contract';
import { findUpload } from '@atelier/db';
import { idOfKey } from '@atelier/storage';
import { setBodyDeadline } from '../../plugins/request-bodies.ts';
import { asUploadError } from './accepted-type.ts';
import type { UploadDeps } from './store-upload.ts';

type SignedPut = {
  key: string;
  query: Readonly<Record<string, string | undefined>>;
  request: IncomingMessage;
};

/**
 * Stores the body of a PUT to a URL signed by the disk driver. As with a bucket, the signature is the permission. Throws
 * AppError: upload_address_invalid (403), size_limit.
 */
export async function receivePut(deps: UploadDeps, { key, query, request }: SignedPut): Promise<void> {
  const { 'content-type': contentType = '', 'content-length': length } = request.headers;
  const contentLength = length === undefined ? undefined : Number(length);
  setBodyDeadline(request, deps.env.UPLOAD_DEADLINE_SECONDS * 1_000);
  const signed = await deps.store.signedAddresses?.acceptPut(key, query, { contentType, contentLength });
  // An upload that was already checked may be in use and must not change.
  const upload = signed && (await findUpload(deps.db.pool, idOfKey(key)));
  if (!signed || upload?.state !== 'open') throw new AppError('upload_address_invalid');
  const { maxBytes } = signed;
  if ((contentLength ?? 0) > maxBytes) throw new AppError('size_limit', { details: { max_bytes: maxBytes } });
  await deps.store.put(key, shield(request), { contentType, maxBytes }).catch((error: unknown) => {
    throw asUploadError(error, maxBytes);
  });
}

/** The body as a stream that can be destroyed without the connection, which still has to carry the reply. */
function shield(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const onClose = (error?: Error) => {
    if (!request.complete) body.destroy(isAppError(error) ? error : new AppError('invalid_multipart'));
  };
  request.once('close', onClose).once('error', onClose);
  body.once('close', () => request.off('close', onClose).unpipe(body));
  return request.pipe(body);
}
