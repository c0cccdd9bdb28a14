import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { NewTakeOutFile } from '@atelier/db';
import { streamFile } from '@atelier/storage';
import { type Chunks, chunkBytes, collectChunks } from './collect-chunks.ts';
import {
  dataDescriptor,
  directoryRecordBytes,
  endOfZip,
  localHeaderBytes,
  writeDirectoryRecord,
  writeLocalHeader,
  type ZipFile,
} from './zip-records.ts';

/** A file of the archive: a text, lines that are written as they come, or the bytes of a file in the store. */
export type Entry = { name: string; modifiedAt: Date } & (
  | { text: string }
  | { lines: AsyncIterable<string> }
  | { stored: { key: string; bytes: number; crc32: number } }
);

/**
 * The entries of an archive in batches. What an entry needs is read beforehand for its whole batch, so that nothing waits
 * between the entries: a promise for each of 100,000 costs more memory than their texts.
 */
export type Entries = AsyncGenerator<Iterable<Entry>>;

type FrameOptions = {
  /** Where the directory of the zip is collected until it is written; made and removed here. */
  directoryPath: string;
  /** Called for each stored file in the order of the archive; waited for where it returns a promise. */
  onStored: (file: NewTakeOutFile) => undefined | Promise<void>;
};

export type Frame = {
  stream: Readable;
  /** Returns the sizes, which are complete once the stream has ended. */
  sizes(): { frameBytes: number; archiveBytes: number };
};

/**
 * The zip of these entries without the bytes of stored files: the headers, texts and the directory, as a stream that
 * reads the entries at the pace of its reader. Together with what `onStored` was called with it fixes every byte of the
 * archive.
 */
export function writeFrame(entries: Entries, options: FrameOptions): Frame {
  const position: Position = { frame: 0, stored: 0 };
  return {
    stream: Readable.from(write(entries, options, position), { objectMode: false }),
    sizes: () => ({ frameBytes: position.frame, archiveBytes: position.frame + position.stored }),
  };
}

/** Bytes so far: of the frame, and of the stored files between its parts. */
type Position = { frame: number; stored: number };
type Written = Omit<ZipFile, 'offset'>;

async function* write(
  entries: Entries,
  { directoryPath, onStored }: FrameOptions,
  position: Position,
): AsyncGenerator<Buffer> {
  const directory = await openDirectory(directoryPath);
  const chunks = collectChunks((bytes) => {
    position.frame += bytes;
  });
  try {
    for await (const batch of entries) {
      for (const entry of batch) {
        const offset = position.frame + position.stored;
        let file: Written;
        if ('lines' in entry) file = yield* writeLines(entry, entry.lines, chunks);
        else if ('text' in entry) file = writeText(entry, entry.text, chunks);
        else {
          file = writeStored(entry, entry.stored, chunks);
          const { key: storage_key, bytes, crc32 } = entry.stored;
          const starts_at = position.frame + position.stored;
          if (bytes > 0) {
            const waiting = onStored({ starts_at, frame_at: position.frame, bytes, crc32, storage_key });
            if (waiting) await waiting;
          }
          position.stored += bytes;
        }
        if (chunks.hasFull()) yield* chunks.take();
        const waiting = directory.add(file, offset);
        if (waiting) await waiting;
      }
    }
    yield* writeDirectory(directory, chunks, position);
  } finally {
    await directory.remove();
  }
}

/** Not compressed: a compressor for each of 100,000 texts costs more than their bytes beside those of the images. */
function writeText(entry: Entry, text: string, chunks: Chunks): Written {
  const header = chunks.reserve(localHeaderBytes(entry.name));
  const content = chunks.reserve(Buffer.byteLength(text));
  content.write(text);
  const file = plainFile(entry, content.length, crc32(content));
  writeLocalHeader(header, file);
  return file;
}

/** Images, videos and sounds are compressed already, so their bytes go in as they are. */
function writeStored(
  entry: Entry,
  { bytes, crc32: checksum }: { bytes: number; crc32: number },
  chunks: Chunks,
): Written {
  const file = plainFile(entry, bytes, checksum);
  writeLocalHeader(chunks.reserve(localHeaderBytes(entry.name)), file);
  return file;
}

function plainFile({ name, modifiedAt }: Entry, bytes: number, checksum: number): Written {
  const sizes = { crc32: checksum, compressedBytes: bytes, bytes };
  return { name, modifiedAt, isDeflated: false, hasDescriptor: false, ...sizes };
}

async function* writeLines(
  entry: Entry,
  lines: AsyncIterable<string>,
  chunks: Chunks,
): AsyncGenerator<Buffer, Written> {
  const sizes = { crc32: 0, compressedBytes: 0, bytes: 0 };
  const { name, modifiedAt } = entry;
  const head = { name, modifiedAt, isDeflated: true, hasDescriptor: true };
  writeLocalHeader(chunks.reserve(localHeaderBytes(name)), { ...head, ...sizes });
  const measured = async function* () {
    for await (const line of lines) {
      const bytes = Buffer.from(line);
      sizes.crc32 = crc32(bytes, sizes.crc32);
      sizes.bytes += bytes.length;
      yield bytes;
    }
  };
  for await (const part of Readable.from(measured(), { objectMode: false }).compose(createDeflateRaw())) {
    sizes.compressedBytes += part.length;
    chunks.add(part as Buffer);
    yield* chunks.take();
  }
  const file = { ...head, ...sizes };
  chunks.add(dataDescriptor(file));
  return file;
}

async function* writeDirectory(
  directory: Awaited<ReturnType<typeof openDirectory>>,
  chunks: Chunks,
  position: Position,
): AsyncGenerator<Buffer> {
  const offset = position.frame + position.stored;
  for await (const part of directory.read()) {
    chunks.add(part);
    yield* chunks.take();
  }
  chunks.add(endOfZip({ ...directory.size(), offset }));
  yield* chunks.takeAll();
}

/** The records of the directory, in a file: of 200,000 entries they are too much for the memory. */
async function openDirectory(path: string) {
  const file: FileHandle = await open(path, 'wx');
  /** Used again for every write. */
  const waiting = Buffer.allocUnsafeSlow(2 * chunkBytes);
  let [waitingBytes, files, bytes] = [0, 0, 0];
  async function flush(): Promise<void> {
    await file.writeFile(waiting.subarray(0, waitingBytes));
    waitingBytes = 0;
  }
  return {
    add(written: Written, offset: number): undefined | Promise<void> {
      const record = { ...written, offset };
      const size = directoryRecordBytes(record);
      writeDirectoryRecord(waiting.subarray(waitingBytes, waitingBytes + size), record);
      files += 1;
      bytes += size;
      waitingBytes += size;
      return waitingBytes >= chunkBytes ? flush() : undefined;
    },
    size: () => ({ files, bytes }),
    async *read(): AsyncGenerator<Buffer> {
      await flush();
      yield* streamFile(path);
    },
    async remove(): Promise<void> {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
