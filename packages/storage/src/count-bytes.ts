import { Transform } from 'node:stream';
import { AppError } from '@atelier/contract';

/** A stream that counts what passes and fails with body_too_large on the first byte above `maxBytes`. */
export function countBytes(maxBytes: number): { stream: Transform; bytes: () => number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new AppError('body_too_large'));
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}
