// Gives fal what it can read: our files are private, so each goes out as an address that reads it for a while, or,
// where fal cannot reach us at all, as a copy in fal's own storage. The record keeps our own addresses.
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kind, KindInput } from '@atelier/catalog';
import { AppError, uploadFieldsOf } from '@atelier/contract';
import { type GenerationRow, markUploadsUsed } from '@atelier/db';
import { temporaryName } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';
import { keepFromSweeper } from './with-lease.ts';

/** fal reads inputs when a job starts, which may be shortly before its deadline. */
const afterDeadlineSeconds = 600;

const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
};

/**
 * The input with addresses of files that fal can read. Throws AppError: file_not_found; a retryable one when store or
 * fal cannot be asked now; and what fal's storage refuses.
 */
export async function handOverInputs(deps: WorkerDeps, kind: Kind, row: GenerationRow): Promise<KindInput> {
  const input = row.input as KindInput;
  const fields = uploadFieldsOf(kind);
  if (fields.length === 0) return input;
  const handed = new Map<string, string>();
  const handOver = async (address: unknown) => {
    const key = typeof address === 'string' ? deps.mediaAddresses.keyOf(address) : undefined;
    if (key === undefined) return address;
    const given = handed.get(key) ?? (await giveOut(deps, row, key));
    handed.set(key, given);
    return given;
  };
  // Files on their way to fal may take longer than the sweeper waits for a submission.
  return keepFromSweeper(deps, row, async () => {
    const result: Record<string, unknown> = { ...input };
    for (const { name } of fields) result[name] = await handOverAll(input[name], handOver);
    await markUploadsUsed(deps.db.pool, [...handed.keys()], row.id);
    return result;
  });
}

async function handOverAll(value: unknown, handOver: (address: unknown) => Promise<unknown>) {
  if (!Array.isArray(value)) return handOver(value);
  const addresses: unknown[] = [];
  for (const address of value) addresses.push(await handOver(address));
  return addresses;
}

async function giveOut(deps: WorkerDeps, row: GenerationRow, key: string): Promise<string> {
  if (!(await deps.store.find(key))) throw new AppError('file_not_found');
  if (!deps.settings.isStoreReachable) return copyToProvider(deps, key);
  const untilDeadlineSeconds = Math.ceil((row.deadline_at.getTime() - Date.now()) / 1000);
  const expiresSeconds = Math.max(0, untilDeadlineSeconds) + afterDeadlineSeconds;
  return deps.store.presignGet(key, { expiresSeconds });
}

/** By way of a file: a blob of it is read as it is sent, and never lies in memory whole. */
async function copyToProvider(deps: WorkerDeps, key: string): Promise<string> {
  const path = join(deps.settings.workDir, temporaryName());
  try {
    await mkdir(deps.settings.workDir, { recursive: true });
    await pipeline(deps.store.read(key), createWriteStream(path));
    const type = contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return await deps.provider.upload(await openAsBlob(path, { type }));
  } finally {
    await rm(path, { force: true });
  }
}
