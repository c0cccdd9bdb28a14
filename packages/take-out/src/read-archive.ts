import { Readable } from 'node:stream';
import { AppError, isAppError } from '@atelier/contract';
import { listTakeOutFiles, type Queryable, type TakeOutFileRow, type TakeOutRow } from '@atelier/db';
import type { ByteRange, Store } from '@atelier/storage';
import { type Chunks, chunkBytes, collectChunks } from './collect-chunks.ts';
import { smallFileBytes } from './stored-files.ts';

type ReadDeps = {
  db: { pool: Queryable };
  store: Pick<Store, 'read' | 'load' | 'find'>;
  /** A file of the archive is no longer in the store. */
  onGone: (key: string) => Promise<void>;
};

export type ReadyTakeOut = Pick<TakeOutRow, 'id' | 'run'> & { frame_key: string; frame_bytes: number };

/**
 * The bytes of an archive from `start` to `end`, both inclusive, always the same ones. Only a block of the frame and the
 * places of 500 files are in memory. Fails with take_out_outdated where a file is gone.
 */
export function readArchive(deps: ReadDeps, takeOut: ReadyTakeOut, range: ByteRange): Readable {
  return Readable.from(parts(deps, takeOut, range), { objectMode: false });
}

async function* parts(
  deps: ReadDeps,
  takeOut: ReadyTakeOut,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const frame = openFrame(deps.store, takeOut);
  const chunks = collectChunks();
  let at = start;
  let frameAt = start;
  for await (const files of filesFrom(deps.db.pool, takeOut, start))
    for (const file of files) {
      if (at < file.starts_at) {
        const bytes = Math.min(file.starts_at, end + 1) - at;
        if (bytes <= chunkBytes) await frame.copy(chunks, frameAt, bytes);
        else yield* frame.read(chunks, frameAt, bytes);
        // The first byte does not wait for a whole chunk.
        if (at === start) yield* chunks.takeAll();
        at += bytes;
      }
      if (at > end) return yield* chunks.takeAll();
      const bytes = Math.min(file.starts_at + file.bytes, end + 1) - at;
      if (bytes > 0) {
        const range = { start: at - file.starts_at, end: at - file.starts_at + bytes - 1 };
        if (bytes <= smallFileBytes) chunks.add(await loadStored(deps, file, range));
        else {
          yield* chunks.takeAll();
          yield* readStored(deps, file, range);
        }
        at += bytes;
      }
      if (at > end) return yield* chunks.takeAll();
      frameAt = file.frame_at + at - (file.starts_at + file.bytes);
      if (chunks.hasFull()) yield* chunks.take();
    }
  yield* frame.read(chunks, frameAt, end + 1 - at);
  yield* chunks.takeAll();
}

/** The files at and behind a position, and the one before it, in pages. */
async function* filesFrom(
  on: Queryable,
  takeOut: ReadyTakeOut,
  position: number,
): AsyncGenerator<readonly TakeOutFileRow[]> {
  let from = position;
  let isFirst = true;
  for (;;) {
    const rows = await listTakeOutFiles(on, takeOut, from);
    // A later page begins with the last row of the one before.
    const files = isFirst ? rows : rows.slice(1);
    if (files.length === 0) return;
    yield files;
    from = files.at(-1)?.starts_at ?? from;
    isFirst = false;
  }
}

async function* readStored(deps: ReadDeps, file: TakeOutFileRow, range: ByteRange): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of deps.store.read(file.storage_key, range)) {
      bytes += chunk.length;
      yield chunk as Buffer;
    }
    assertWhole(file, range, bytes);
  } catch (error) {
    throw await findCause(deps, file, error);
  }
}

async function loadStored(deps: ReadDeps, file: TakeOutFileRow, range: ByteRange): Promise<Buffer> {
  try {
    const content = await deps.store.load(file.storage_key, range);
    assertWhole(file, range, content.length);
    return content;
  } catch (error) {
    throw await findCause(deps, file, error);
  }
}

function assertWhole({ storage_key: key }: TakeOutFileRow, { start, end }: ByteRange, bytes: number): void {
  const missing = end - start + 1 - bytes;
  if (missing !== 0) throw new Error(`${missing} bytes of ${key} are missing`);
}

/** Why a file could not be read: when it is gone or another one, the archive is outdated from now on. */
async function findCause(
  { store, onGone }: ReadDeps,
  file: TakeOutFileRow,
  error: unknown,
): Promise<unknown> {
  const found = await store.find(file.storage_key);
  if (isAppError(error) || found?.bytes === file.bytes) return error;
  await onGone(file.storage_key);
  return new AppError('take_out_outdated', { cause: error });
}

const blockBytes = 262_144;

/**
 * Reads the frame in blocks: between two stored files it often has a few hundred bytes only, and S3 takes a request for
 * each.
 */
function openFrame(store: Pick<Store, 'load'>, { frame_key: key, frame_bytes: size }: ReadyTakeOut) {
  let block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  /** Copies a part of at most a chunk. It is no generator, of which there would be one for each file. */
  async function copy(chunks: Chunks, start: number, bytes: number): Promise<void> {
    let [at, left] = [start, bytes];
    while (left > 0) {
      const isInside = at >= block.start && at < block.start + block.bytes.length;
      if (!isInside) {
        const end = Math.min(at + blockBytes, size) - 1;
        if (end < at) throw new Error(`The frame ${key} ends before byte ${at}`);
        block = { start: at, bytes: await store.load(key, { start: at, end }) };
        if (block.bytes.length !== end - at + 1) throw new Error(`The frame ${key} is too short`);
      }
      const part = block.bytes.subarray(at - block.start, at - block.start + left);
      chunks.add(part);
      at += part.length;
      left -= part.length;
    }
  }
  async function* read(chunks: Chunks, start: number, bytes: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < bytes; done += chunkBytes) {
      await copy(chunks, start + done, Math.min(chunkBytes, bytes - done));
      yield* chunks.take();
    }
  }
  return { copy, read };
}
