import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@atelier/contract';
import { findUpload } from '@atelier/db';
import { idOfKey } from '@atelier/storage';
import { asUploadError } from './accepted-type.ts';
import { drain, limitTime } from './drain.ts';
import type { UploadDeps } from './upload-deps.ts';

type SignedPut = {
  key: string;
  query: Readonly<Record<string, string | undefined>>;
  request: IncomingMessage;
};

/**
 * The body of a PUT to an address that the disk driver signed. The signature is the permission, as it is for a bucket.
 * Throws AppError: upload_address_invalid (403), size_limit.
 */
export async function receivePut(deps: UploadDeps, { key, query, request }: SignedPut): Promise<void> {
  const { 'content-type': contentType = '', 'content-length': length } = request.headers;
  const contentLength = length === undefined ? undefined : Number(length);
  limitTime(request);
  try {
    const signed = await deps.store.signedAddresses?.acceptPut(key, query, { contentType, contentLength });
    // One that was checked and is in use must not change any more.
    const upload = signed && (await findUpload(deps.db.pool, idOfKey(key)));
    if (!signed || upload?.state !== 'open') throw new AppError('upload_address_invalid');
    const { maxBytes } = signed;
    if ((contentLength ?? 0) > maxBytes)
      throw new AppError('size_limit', { details: { max_bytes: maxBytes } });
    await deps.store.put(key, shield(request), { contentType, maxBytes }).catch((error: unknown) => {
      throw asUploadError(error, maxBytes);
    });
  } catch (error) {
    drain(request);
    throw error;
  }
}

/** The body as a stream whose end does not take the connection along: the answer still has to go out. */
function shield(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const onClose = () => {
    if (!request.complete) body.destroy(new AppError('invalid_multipart'));
  };
  request.once('close', onClose).once('error', onClose);
  body.once('close', () => request.off('close', onClose).unpipe(body));
  return request.pipe(body);
}
