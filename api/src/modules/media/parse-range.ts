import type { ByteRange } from '@atelier/storage';

/**
 * The one byte range of a request, both ends included. Undefined: send the whole file, also for several ranges or a
 * header that makes no sense, as RFC 9110 14.2 allows.
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
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
