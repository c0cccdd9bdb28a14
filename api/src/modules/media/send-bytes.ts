import { Readable } from 'node:stream';
import type { ByteRange } from '@atelier/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './etag.ts';

type Bytes = {
  /** Strong: the bytes behind it never change. */
  etag: string;
  bytes: number;
  read: (range?: ByteRange) => Readable;
};

/** Replies with bytes that never change: all of them, one range, or nothing when the client's copy is current. */
export function sendBytes(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes, read: readStored }: Bytes,
): FastifyReply {
  const read = method === 'HEAD' ? emptyBody : readStored;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  if (matchesEtag(headers['if-none-match'], etag)) return reply.status(304).send();
  const isSameVersion = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSameVersion ? parseRange(headers.range, bytes) : undefined;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`).header('cache-control', 'no-store');
    return reply.status(416).send();
  }
  if (!range) return reply.header('content-length', bytes).send(read());
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(read(range));
}

/**
 * Returns the body for HEAD, where Fastify reads a body to its end and drops it. Nothing at all would become a length
 * of 0, which GET does not have.
 */
export function emptyBody(): Readable {
  return Readable.from([]);
}

/**
 * The byte range that a request asks for, both ends inclusive. Undefined: send the whole file, also for multiple ranges
 * or a malformed header, as RFC 9110 section 14.2 allows.
 */
function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
