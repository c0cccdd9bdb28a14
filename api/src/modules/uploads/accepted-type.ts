import { AppError, maxAudioUploadSeconds, type UploadAccept, uploadTypes } from '@atelier/contract';
import { detectContentType } from '@atelier/media';

const names = { video: 'video', image: 'image', audio: 'sound', 'audio-or-video': 'sound or video' } as const;

const formats = {
  video: 'MP4, MOV, WebM, M4V or GIF',
  image: 'JPEG, PNG or WebP',
  audio: 'MP3, WAV, M4A, AAC, OGG, FLAC or WebM',
  'audio-or-video': 'MP3, WAV, M4A, AAC, OGG, FLAC, WebM, MP4, MOV or M4V',
} as const;

/** Also says what would be accepted. */
export function unsupportedFile(accept: UploadAccept): AppError {
  const message = `Please select a valid ${names[accept]} file (${formats[accept]})`;
  return new AppError('unsupported_file', { message, details: { accepted: listAccepted(accept) } });
}

/** Error of a file whose type is accepted and whose contents no decoder can read. */
export function unreadableFile(accept: UploadAccept, cause: unknown): AppError {
  const message = `This ${names[accept]} cannot be read: it is damaged or incomplete, or not what its name says (accepted are ${formats[accept]})`;
  const details = { accepted: listAccepted(accept), reason: 'unreadable' };
  return new AppError('unsupported_file', { message, details, cause });
}

/** Error of a file in which every sample is silent. */
export function silentFile(): AppError {
  const message = 'This sound is silent from beginning to end';
  return new AppError('unsupported_file', { message, details: { reason: 'silent' } });
}

export function overlongFile(): AppError {
  const message = `A sound may be at most ${maxAudioUploadSeconds / 60} minutes long`;
  return new AppError('size_limit', { message, details: { max_seconds: maxAudioUploadSeconds } });
}

function listAccepted(accept: UploadAccept): string[] {
  return Object.keys(uploadTypes).filter((type) => isAccepted(type, accept));
}

/** A GIF is a video, because it is animated, and no image, of which only the first frame would count. */
export function isAccepted(contentType: string, accept: UploadAccept): boolean {
  if (accept === 'audio-or-video') return /^(audio|video)\//.test(contentType);
  return contentType === 'image/gif' ? accept === 'video' : contentType.startsWith(`${accept}/`);
}

/**
 * Refuses by the first bytes of a file, whatever its name or declared type, what is not worth receiving. What they let
 * through is still to be read. Throws unsupported_file.
 */
export function refuseByHead(head: Buffer, accept: UploadAccept): void {
  const contentType = detectContentType(head);
  if (!contentType || !mayBecome(contentType, accept)) throw unsupportedFile(accept);
}

/** The first bytes of a container that sounds and videos share leave open which it holds. */
function mayBecome(contentType: string, accept: UploadAccept): boolean {
  const isShared = /^video\/(mp4|quicktime|webm)$/.test(contentType);
  return isAccepted(contentType, accept) || (accept === 'audio' && isShared);
}

/** The store reports body_too_large; for an upload the error is size_limit, with the limit. */
export function asUploadError(error: unknown, maxBytes: number): unknown {
  const isTooLarge = error instanceof AppError && error.code === 'body_too_large';
  return isTooLarge ? new AppError('size_limit', { details: { max_bytes: maxBytes } }) : error;
}
