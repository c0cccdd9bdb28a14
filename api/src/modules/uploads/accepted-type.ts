import { AppError, type UploadAccept, uploadTypes } from '@atelier/contract';
import { detectContentType } from '@atelier/media';

const formats = { video: 'MP4, MOV, WebM, M4V or GIF', image: 'JPEG, PNG or WebP' } as const;

/** Also says what would be accepted. */
export function unsupportedFile(accept: UploadAccept): AppError {
  const message = `Please select a valid ${accept} file (${formats[accept]})`;
  return new AppError('unsupported_file', { message, details: { accepted: listAccepted(accept) } });
}

/** For a file of a type that is accepted, whose contents no decoder makes anything of. */
export function unreadableFile(accept: UploadAccept, cause: unknown): AppError {
  const message = `This ${accept} cannot be read: it is damaged or incomplete, or not what its name says (accepted are ${formats[accept]})`;
  const details = { accepted: listAccepted(accept), reason: 'unreadable' };
  return new AppError('unsupported_file', { message, details, cause });
}

function listAccepted(accept: UploadAccept): string[] {
  return Object.keys(uploadTypes).filter((type) => uploadTypes[type]?.accept === accept);
}

/** A GIF is a video, because it is animated, and no image, of which only the first frame would count. */
export function isAccepted(contentType: string, accept: UploadAccept): boolean {
  return contentType === 'image/gif' ? accept === 'video' : contentType.startsWith(`${accept}/`);
}

/**
 * Refuses by the first bytes of a file, whatever its name or declared type, what is not worth receiving. What they let
 * through is still to be read. Throws unsupported_file.
 */
export function refuseByHead(head: Buffer, accept: UploadAccept): void {
  const contentType = detectContentType(head);
  if (!contentType || !isAccepted(contentType, accept)) throw unsupportedFile(accept);
}

/** The store reports body_too_large; for an upload the error is size_limit, with the limit. */
export function asUploadError(error: unknown, maxBytes: number): unknown {
  const isTooLarge = error instanceof AppError && error.code === 'body_too_large';
  return isTooLarge ? new AppError('size_limit', { details: { max_bytes: maxBytes } }) : error;
}
