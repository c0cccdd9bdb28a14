import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = { name: string; source: Readable; modifiedAt: Date };

/**
 * A zip of entries as they come, one at a time and at the reader's pace; nothing is held in memory. Files are stored as
 * they are: pictures are compressed already. When the reader goes away, the entry being read is closed and `entries` is
 * ended; an entry that fails breaks the zip off.
 */
export function zipEntries(entries: AsyncGenerator<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = new AbortController();
  output.once('close', () => stop.abort());
  zip.once('error', (error: Error) => output.destroy(error));
  addAll(zip, entries, stop.signal).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function addAll(zip: ZipFile, entries: AsyncGenerator<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, source, modifiedAt } of entries) {
    addAbortSignal(signal, source);
    const isRead = finished(source, { writable: false });
    zip.addReadStream(source, name, { compress: false, mtime: modifiedAt });
    await isRead;
  }
}
