// Our files are private, so fal gets each one as a signed URL, or, where fal cannot reach us, as a copy in fal's own
// storage. The generation keeps our own addresses.
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kind, KindInput } from '@atelier/catalog';
import { AppError, listUploadFields } from '@atelier/contract';
import { type GenerationRow, markUploadsUsed } from '@atelier/db';
import { withLease } from '@atelier/generations';
import { temporaryName } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';

export type UploadDeps = Pick<
  WorkerDeps,
  'db' | 'store' | 'mediaAddresses' | 'provider' | 'log' | 'settings'
>;

/** fal reads inputs when a request starts to run, which may be shortly before the deadline. */
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
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  weba: 'audio/webm',
};

/**
 * The input with URLs of files that fal can read. Throws AppError: file_not_found, a retryable error while the store or
 * fal is unavailable, and what fal's storage refuses.
 */
export async function uploadInputsToProvider(
  deps: UploadDeps,
  kind: Kind,
  row: GenerationRow,
): Promise<KindInput> {
  const input = row.input as KindInput;
  const fields = listUploadFields(kind);
  if (fields.length === 0) return input;
  const urls = new Map<string, string>();
  const toProviderUrl = async (address: unknown) => {
    const key = typeof address === 'string' ? deps.mediaAddresses.parseKey(address) : undefined;
    if (key === undefined) return address;
    const url = urls.get(key) ?? (await provideFile(deps, row, key));
    urls.set(key, url);
    return url;
  };
  // Uploading to fal may take longer than the sweeper waits for a submission.
  return withLease(deps, row, async () => {
    const result: Record<string, unknown> = { ...input };
    for (const { name } of fields) result[name] = await mapInTurn(input[name], toProviderUrl);
    await markUploadsUsed(deps.db.pool, [...urls.keys()], row.id);
    return result;
  });
}

/** Maps a field with one file or a list of them; one upload at a time. */
async function mapInTurn(value: unknown, map: (address: unknown) => Promise<unknown>): Promise<unknown> {
  if (!Array.isArray(value)) return map(value);
  const mapped: unknown[] = [];
  for (const address of value) mapped.push(await map(address));
  return mapped;
}

async function provideFile(deps: UploadDeps, row: GenerationRow, key: string): Promise<string> {
  if (!(await deps.store.find(key))) throw new AppError('file_not_found');
  if (!deps.settings.isStoreReachable) return copyToProvider(deps, key, row.deadline_at);
  const untilDeadlineSeconds = Math.ceil((row.deadline_at.getTime() - Date.now()) / 1000);
  const expiresSeconds = Math.max(0, untilDeadlineSeconds) + afterDeadlineSeconds;
  return deps.store.presignGet(key, { expiresSeconds });
}

/** Copies by way of a temporary file, so that the content is streamed and never in memory as a whole. */
async function copyToProvider(deps: UploadDeps, key: string, deadlineAt: Date): Promise<string> {
  const path = join(deps.settings.workDir, temporaryName());
  try {
    await mkdir(deps.settings.workDir, { recursive: true });
    await pipeline(deps.store.read(key), createWriteStream(path));
    const type = contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return await deps.provider.upload(await openAsBlob(path, { type }), { deadlineAt });
  } finally {
    await rm(path, { force: true });
  }
}
