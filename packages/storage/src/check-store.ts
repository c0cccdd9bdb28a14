import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@atelier/contract';
import { getFolder, newKey } from './keys.ts';
import type { Store } from './store.ts';
import { temporaryName } from './temporary-files.ts';

/** The room on the disk that results pass through or stay on. */
export type DiskSpace = { freeBytes: number; neededBytes: number };

/** The owner of the file that a check writes; no account has this id. */
const nobodyId = '00000000-0000-0000-0000-000000000000';
/**
 * Begins the keys of the files that checks write. A process that is killed during one leaves its file, which the nightly
 * comparison of storage and database removes like any other without a record.
 */
export const probeFolder = getFolder(nobodyId);
const probeBytes = 4_096;
/** Four results are copied at a time. A disk that is too small for them has to have this share of itself left. */
const resultsAtATime = 4;
const leastShare = 0.05;

/** Reads the space of the folder with the least to spare. Creates missing folders. Throws AppError unavailable. */
export async function readSpace(folders: readonly string[], maxResultBytes: number): Promise<DiskSpace> {
  const spaces = await Promise.all(folders.map((folder) => readSpaceFor(folder, maxResultBytes)));
  const leftOver = ({ freeBytes, neededBytes }: DiskSpace) => freeBytes - neededBytes;
  return spaces.reduce((least, space) => (leftOver(space) < leftOver(least) ? space : least));
}

async function readSpaceFor(folder: string, maxResultBytes: number): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await openDisk(folder);
  const neededBytes = Math.min(resultsAtATime * maxResultBytes, leastShare * blocks * bsize);
  return { freeBytes: bavail * bsize, neededBytes: Math.floor(neededBytes) };
}

async function openDisk(folder: string) {
  try {
    await mkdir(folder, { recursive: true });
    return await statfs(folder);
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  }
}

/** Throws AppError unavailable unless there is room for results. */
export function assertSpace({ freeBytes, neededBytes }: DiskSpace): void {
  if (freeBytes >= neededBytes) return;
  const cause = new Error(`${freeBytes} bytes are free where results need ${neededBytes}`);
  throw new AppError('unavailable', { cause });
}

/**
 * Writes a small file, reads it back and removes it: rights, a full or read-only disk, a quota and used-up inodes show in
 * nothing less. Throws AppError unavailable.
 */
export async function tryStore(store: Pick<Store, 'put' | 'load' | 'delete'>): Promise<void> {
  const key = newKey(nobodyId, 'application/octet-stream', randomUUID());
  const bytes = randomBytes(probeBytes);
  await tryFile(bytes, {
    write: () =>
      store.put(key, Readable.from([bytes]), {
        contentType: 'application/octet-stream',
        maxBytes: probeBytes,
      }),
    read: () => store.load(key, { start: 0, end: probeBytes - 1 }),
    remove: () => store.delete(key),
  });
}

/** The same of a folder. */
export async function tryFolder(folder: string): Promise<void> {
  const path = join(folder, temporaryName());
  const bytes = randomBytes(probeBytes);
  await tryFile(bytes, {
    write: async () => {
      await mkdir(folder, { recursive: true });
      await writeFile(path, bytes, { flush: true });
    },
    read: () => readFile(path),
    remove: () => rm(path, { force: true }),
  });
}

type Probe = { write: () => Promise<unknown>; read: () => Promise<Buffer>; remove: () => Promise<void> };

async function tryFile(bytes: Buffer, { write, read, remove }: Probe): Promise<void> {
  try {
    try {
      await write();
      if (!(await read()).equals(bytes))
        throw new Error('The storage returned other bytes than were written');
    } finally {
      await remove();
    }
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  }
}

type Times = {
  /** How long an answer is good for. */
  maxAgeMs: number;
  /** Time after which a missing answer counts as a bad one. */
  limitMs: number;
};

/**
 * A check that any number of callers may ask for: it is made at most once in `maxAgeMs`, never twice at a time, and never
 * waited for longer than `limitMs`. Rejects as the check does, or with AppError unavailable.
 */
export function shareCheck(check: () => Promise<unknown>, { maxAgeMs, limitMs }: Times): () => Promise<void> {
  let answer: Promise<void> | undefined;
  let askedAt = 0;
  let isAsking = false;
  return () => {
    if (answer && (isAsking || performance.now() - askedAt < maxAgeMs)) return answer;
    askedAt = performance.now();
    isAsking = true;
    const asking = check().finally(() => {
      isAsking = false;
    });
    answer = within(asking, limitMs);
    return answer;
  };
}

async function within(asking: Promise<unknown>, limitMs: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const tooLate = () =>
    late.reject(new AppError('unavailable', { cause: new Error(`No answer in ${limitMs} ms`) }));
  const timer = setTimeout(tooLate, limitMs);
  try {
    await Promise.race([asking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
