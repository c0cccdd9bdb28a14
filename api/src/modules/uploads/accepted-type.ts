import { AppError, type UploadAccept } from '@atelier/contract';
import { type ContentType, contentTypeOf } from '@atelier/media';

/** product-1 section 5 has the sentence for videos; images get its twin. */
const sentences = {
  video: 'Please select a valid video file',
  image: 'Please select a valid image file',
} satisfies Record<UploadAccept, string>;

export function unsupportedFile(accept: UploadAccept, cause?: unknown): AppError {
  return new AppError('unsupported_file', { message: sentences[accept], cause });
}

/** A gif moves, so it goes where a video goes; as an image it is its first picture. */
export function isAccepted(contentType: string, accept: UploadAccept): boolean {
  return contentType.startsWith(`${accept}/`) || (accept === 'video' && contentType === 'image/gif');
}

/** What a file is by its first bytes, whatever it is called (ruling 28). Throws unsupported_file. */
export function acceptedType(head: Buffer, accept: UploadAccept): ContentType {
  const contentType = contentTypeOf(head);
  if (!contentType || !isAccepted(contentType, accept)) throw unsupportedFile(accept);
  return contentType;
}

/** The store counts for everybody; of an upload it is the file that is too large. */
export function asUploadError(error: unknown, maxBytes: number): unknown {
  const isTooLarge = error instanceof AppError && error.code === 'body_too_large';
  return isTooLarge ? new AppError('size_limit', { details: { max_bytes: maxBytes } }) : error;
}
