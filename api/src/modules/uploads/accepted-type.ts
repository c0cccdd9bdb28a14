import { AppError, type UploadAccept } from '@atelier/contract';
import { type ContentType, contentTypeOf } from '@atelier/media';

const sentences = {
  video: 'Please select a valid video file',
  image: 'Please select a valid image file',
} satisfies Record<UploadAccept, string>;

export function unsupportedFile(accept: UploadAccept, cause?: unknown): AppError {
  return new AppError('unsupported_file', { message: sentences[accept], cause });
}

/** A GIF is a video, because it is animated, and no image, of which only the first frame would count. */
export function isAccepted(contentType: string, accept: UploadAccept): boolean {
  return contentType === 'image/gif' ? accept === 'video' : contentType.startsWith(`${accept}/`);
}

/** The type of a file by its first bytes, whatever its name or declared type. Throws unsupported_file. */
export function acceptedType(head: Buffer, accept: UploadAccept): ContentType {
  const contentType = contentTypeOf(head);
  if (!contentType || !isAccepted(contentType, accept)) throw unsupportedFile(accept);
  return contentType;
}

/** The store reports body_too_large; for an upload the error is size_limit, with the limit. */
export function asUploadError(error: unknown, maxBytes: number): unknown {
  const isTooLarge = error instanceof AppError && error.code === 'body_too_large';
  return isTooLarge ? new AppError('size_limit', { details: { max_bytes: maxBytes } }) : error;
}
