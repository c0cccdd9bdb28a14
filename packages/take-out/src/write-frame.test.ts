import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { NewTakeOutFile } from '@atelier/db';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { describe, expect, it } from 'vitest';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry as ReadEntry } from 'yauzl';
import { type Entries, type Entry, writeFrame } from './write-frame.ts';

const folder = await createTestFolder('frames');
const modifiedAt = new Date('2026-03-01T10:15:00Z');

async function* inOneBatch(entries: Iterable<Entry>): Entries {
  yield entries;
}

async function write(entries: Iterable<Entry>) {
  const places: NewTakeOutFile[] = [];
  const frame = writeFrame(inOneBatch(entries), {
    directoryPath: join(folder, randomUUID()),
    onStored: (place) => {
      places.push(place);
      return undefined;
    },
  });
  const bytes = await buffer(frame.stream);
  expect(frame.sizes().frameBytes).toBe(bytes.length);
  return { bytes, places, size: frame.sizes().archiveBytes };
}

/** An archive whose stored files are zeros that are stored nowhere. */
class ArchiveOfZeros extends RandomAccessReader {
  readonly archive: Awaited<ReturnType<typeof write>>;

  constructor(archive: Awaited<ReturnType<typeof write>>) {
    super();
    this.archive = archive;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#slice(start, end)]);
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#slice(position, position + length).copy(target, offset);
    queueMicrotask(() => callback(null));
  }

  #slice(start: number, end: number): Buffer {
    const { bytes, places } = this.archive;
    const before = places.findLast((place) => place.starts_at <= start);
    if (!before) return bytes.subarray(start, end);
    const { starts_at, bytes: length, frame_at } = before;
    const zeros = Math.max(0, Math.min(end, starts_at + length) - start);
    const after = frame_at + Math.max(0, start - starts_at - length);
    return Buffer.concat([Buffer.alloc(zeros), bytes.subarray(after, after + end - start - zeros)]);
  }
}

async function list(archive: Awaited<ReturnType<typeof write>>) {
  const zip = await fromRandomAccessReaderPromise(new ArchiveOfZeros(archive), archive.size, {
    lazyEntries: true,
    autoClose: false,
  });
  const entries: ReadEntry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const read = async (entry: ReadEntry) => {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    expect([entry.fileName, crc32(content)]).toEqual([entry.fileName, entry.crc32]);
    return content;
  };
  return { entries, read };
}

describe('the frame of an archive', () => {
  it('has texts, and lines of unknown length, that any reader of zips finds again', async () => {
    const long = 'a line that repeats\n';
    const archive = await write([
      { name: '雨夜.md', modifiedAt, text: '# 雨' },
      { name: 'empty.json', modifiedAt, text: '' },
      { name: 'lines.csv', modifiedAt, lines: Readable.from(Array.from({ length: 5_000 }, () => long)) },
      { name: 'no-lines.csv', modifiedAt, lines: Readable.from([]) },
    ]);
    const { entries, read } = await list(archive);
    const texts = await Promise.all(
      entries.map(async (entry) => [entry.fileName, String(await read(entry))]),
    );
    expect(texts).toEqual([
      ['雨夜.md', '# 雨'],
      ['empty.json', ''],
      ['lines.csv', long.repeat(5_000)],
      ['no-lines.csv', ''],
    ]);
    expect(archive.places).toEqual([]);
    expect(archive.bytes.length).toBeLessThan(3_000);
    expect(entries[0]?.getLastModDate({ timezone: 'UTC' })).toEqual(modifiedAt);
  });

  it('is the same for the same entries, byte by byte', async () => {
    const entries = () => [
      { name: 'a.json', modifiedAt, text: '{}' },
      { name: 'b.csv', modifiedAt, lines: Readable.from(['1\n', '2\n']) },
    ];
    expect((await write(entries())).bytes).toEqual((await write(entries())).bytes);
  });

  it('may have more files than 65,535 and more bytes than 4 GiB', async () => {
    const zeros = { key: 'u/x/y.png', bytes: 100_000, crc32: crc32(Buffer.alloc(100_000)) };
    const count = 70_000;
    const archive = await write(
      Array.from({ length: count }, (_, index) => ({ name: `${index}.png`, modifiedAt, stored: zeros })),
    );
    expect(archive.size).toBeGreaterThan(count * zeros.bytes);
    expect(archive.places).toHaveLength(count);
    const { entries, read } = await list(archive);
    expect(entries).toHaveLength(count);
    for (const index of [0, 1, 42_940, 42_960, count - 1]) {
      const entry = entries[index] as ReadEntry;
      expect(entry.fileName).toBe(`${index}.png`);
      expect(await read(entry)).toHaveLength(zeros.bytes);
    }
  });

  it('leaves no temporary file, also when an entry fails', async () => {
    const broken = async function* (): Entries {
      yield [{ name: 'a.txt', modifiedAt, text: 'a' }];
      throw new Error('the database is gone');
    };
    const directoryPath = join(folder, 'broken');
    const frame = writeFrame(broken(), { directoryPath, onStored: () => undefined });
    await expect(buffer(frame.stream)).rejects.toThrow('the database is gone');
    expect(await readdir(folder)).toEqual([]);
  });
});
