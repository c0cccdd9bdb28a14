import { createReadStream, type ReadStream } from 'node:fs';
import type { ByteRange } from './store.ts';

/**
 * Streams a file of this machine. Node opens it after the stream is made and raises a failure of that also when the stream
 * has been destroyed meanwhile, as where a folder is removed after what was to read the file failed first. Without a
 * listener that would end the process; who does read the stream has the error from it all the same.
 */
export function streamFile(path: string, range?: ByteRange): ReadStream {
  return createReadStream(path, range).on('error', () => undefined);
}
