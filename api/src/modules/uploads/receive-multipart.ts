import type { Readable } from 'node:stream';
import { AppError, isAppError } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import { setBodyDeadline } from '../../plugins/request-bodies.ts';

type Receiver<Kept> = {
  maxBytes: number;
  /** How long the whole upload may take. */
  deadlineMs: number;
  keep: (file: Readable) => Promise<Kept>;
  /** Called when the request turns out invalid after its file was kept. */
  discard: (kept: Kept) => Promise<void>;
};

const maxFields = 8;

/**
 * The one file of a multipart request, streamed to `keep`. Throws AppError: no_file, too_many_parts, invalid_multipart,
 * unsupported_media_type, and what `keep` throws.
 */
export async function receiveMultipart<Kept>(
  request: FastifyRequest,
  receiver: Receiver<Kept>,
): Promise<Kept> {
  const kept: Kept[] = [];
  setBodyDeadline(request.raw, receiver.deadlineMs);
  try {
    for await (const part of request.parts({ limits: readLimits(receiver.maxBytes) })) {
      if (part.type !== 'file') continue;
      kept.push(await receiver.keep(part.file));
      if (part.file.truncated)
        throw new AppError('size_limit', { details: { max_bytes: receiver.maxBytes } });
    }
    const [file] = kept;
    if (file === undefined) throw new AppError('no_file');
    return file;
  } catch (error) {
    await Promise.all(kept.map(receiver.discard));
    throw toUploadError(error);
  }
}

/** Lets one byte more than allowed through, so that our own count reports the excess; the parser would truncate silently. */
function readLimits(maxBytes: number) {
  return {
    files: 1,
    fileSize: maxBytes + 1,
    fields: maxFields,
    parts: maxFields + 1,
    fieldSize: 4_096,
    fieldNameSize: 100,
  };
}

const tooMany = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** Names what went wrong with a form; errors of our own stay as they are. */
export function toUploadError(error: unknown): unknown {
  if (isAppError(error)) return error;
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return new AppError('unsupported_media_type');
  if (code !== undefined && tooMany.has(code)) return new AppError('too_many_parts');
  // A connection that was reset is not the client's, which would not receive this reply, but one to our own stores.
  const isCut = code === 'ERR_STREAM_PREMATURE_CLOSE' || code?.startsWith('FST_');
  // The parser's own errors have no code; for a boundary that is too long it complains about its needle.
  const isMalformed = code === undefined && /multipart|boundary|malformed|needle/i.test(message);
  return isCut || isMalformed ? new AppError('invalid_multipart', { cause: error }) : error;
}
