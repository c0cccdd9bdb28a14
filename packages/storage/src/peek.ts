import { once } from 'node:events';
import { Readable } from 'node:stream';

/**
 * The first `bytes` of a stream, fewer when it is shorter, and the whole of it again: the source itself unless it has
 * ended. Read or destroy `whole`. Fails as the source fails.
 */
export async function peek(source: Readable, bytes: number): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < bytes; ) {
    const chunk: Buffer | null = source.read();
    if (chunk !== null) {
      chunks.push(chunk);
      length += chunk.length;
    } else if (!(await hasMore(source))) {
      break;
    }
  }
  const seen = Buffer.concat(chunks);
  const head = seen.subarray(0, bytes);
  if (source.readableEnded) return { head, whole: Readable.from(seen.length > 0 ? [seen] : []) };
  source.unshift(seen);
  return { head, whole: source };
}

/** Returns false when the source has ended. */
async function hasMore(source: Readable): Promise<boolean> {
  if (source.errored) throw source.errored;
  if (source.readableEnded) return false;
  const stop = new AbortController();
  const { signal } = stop;
  try {
    await Promise.race([
      once(source, 'readable', { signal }),
      once(source, 'end', { signal }),
      once(source, 'close', { signal }),
    ]);
  } finally {
    stop.abort();
  }
  if (source.destroyed && !source.readableEnded) throw source.errored ?? cutOff();
  return !source.readableEnded;
}

/** Error of a stream that is cut off, as the stream module itself names it. */
function cutOff(): Error {
  return Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}
