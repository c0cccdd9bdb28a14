import type { Readable } from 'node:stream';
import { isDataAddress, type Kind, type KindInput } from '@atelier/catalog';
import { AppError, isAppError, listUploadFields, maxUploadBytes, type UploadField } from '@atelier/contract';
import { findOwnOutput, type GenerationSource } from '@atelier/db';
import { openPublicFile } from '@atelier/storage';
import { isAccepted, unsupportedFile } from './accepted-type.ts';
import { confirmUpload } from './confirm-upload.ts';
import { readDataAddress } from './read-data-address.ts';
import { storeUpload, type UploadDeps } from './store-upload.ts';

/**
 * `keys`: the storage keys of the input's files, for `markUploadsUsed`. `sources`: which of them come from the user's own
 * generations.
 */
export type ResolvedInput = { input: KindInput; keys: string[]; sources: GenerationSource[] };

const importTimeoutMs = 30_000;

/**
 * Replaces every file URL in an input by one in our own storage: the user's uploads and results stay as they are, files
 * at public URLs and those inside their address are copied. Each must be of a type that its field accepts. Throws
 * AppError with the field as `path`: url_not_allowed, file_not_found, unsupported_file, size_limit.
 */
export async function resolveInputFiles(
  deps: UploadDeps,
  userId: string,
  { kind, input }: { kind: Kind; input: KindInput },
): Promise<ResolvedInput> {
  const resolved: Record<string, unknown> = { ...input };
  const keys: string[] = [];
  const sources: GenerationSource[] = [];
  const resolve = async (field: UploadField, address: unknown) => {
    if (typeof address !== 'string') return address;
    const { key, source } = await toFile(deps, userId, field, address);
    keys.push(key);
    if (source) sources.push({ ...source, field: field.name });
    // Has no host, so that it stays valid when PUBLIC_URL changes.
    return `/media/${key}`;
  };
  for (const field of listUploadFields(kind)) {
    const value = input[field.name];
    if (!Array.isArray(value)) {
      resolved[field.name] = await resolve(field, value);
      continue;
    }
    const addresses: unknown[] = [];
    for (const address of value) addresses.push(await resolve(field, address));
    resolved[field.name] = addresses;
  }
  return { input: resolved, keys, sources };
}

/** Output of the user's own that a file comes from. */
type FileSource = { relation: 'input' | 'frame'; outputId: string };

type OwnFile = {
  type: string;
  source: FileSource | undefined;
  /** Length of a result; not known of an upload. */
  seconds?: number | null;
};

/** The storage key of the file at a URL, copied into our storage first when it is elsewhere. */
async function toFile(
  deps: UploadDeps,
  userId: string,
  field: UploadField,
  address: string,
): Promise<{ key: string; source: FileSource | undefined }> {
  try {
    const own = await toOwnFile(deps, userId, field, address);
    return own ?? { key: await importFile(deps, userId, field, address), source: undefined };
  } catch (error) {
    throw atField(field, error);
  }
}

/**
 * Checks the files that are in our storage as `resolveInputFiles` does, and throws as it does. Those at public URLs are
 * not fetched.
 */
export async function checkOwnFiles(
  deps: UploadDeps,
  userId: string,
  { kind, input }: { kind: Kind; input: KindInput },
): Promise<void> {
  for (const field of listUploadFields(kind)) {
    for (const address of [input[field.name]].flat()) {
      if (typeof address !== 'string') continue;
      await toOwnFile(deps, userId, field, address).catch((error) => Promise.reject(atField(field, error)));
    }
  }
}

/** Returns undefined when the file is not in our storage. */
async function toOwnFile(deps: UploadDeps, userId: string, field: UploadField, address: string) {
  if (isDataAddress(address)) return undefined;
  const key = deps.mediaAddresses.parseKey(address);
  if (key === undefined) {
    if (address.startsWith('/')) throw new AppError('file_not_found');
    return undefined;
  }
  const file = await findOwnFile(deps, userId, key);
  if (file === undefined) throw new AppError('file_not_found');
  if (!isAccepted(file.type, field.accept)) throw unsupportedFile(field.accept);
  return { key, source: file.source };
}

function atField({ name }: UploadField, error: unknown): unknown {
  if (!isAppError(error)) return error;
  const { code, message, details, cause } = error;
  return new AppError(code, { message, details: { ...details, path: name }, cause });
}

/** An upload or a result of the user's, by its storage key. Returns undefined when there is none. Throws as `confirmUpload`. */
export async function findOwnFile(
  deps: UploadDeps,
  userId: string,
  key: string,
): Promise<OwnFile | undefined> {
  const upload = await confirmUpload(deps, userId, key);
  if (upload) {
    const { contentType: type, sourceOutputId: outputId } = upload;
    return { type, source: outputId ? { relation: 'frame', outputId } : undefined };
  }
  const output = await findOwnOutput(deps.db.pool, key, userId);
  if (!output) return undefined;
  const { id: outputId, contentType: type, durationSeconds: seconds } = output;
  return { type, source: { relation: 'input', outputId }, seconds };
}

async function importFile(
  deps: UploadDeps,
  userId: string,
  field: UploadField,
  address: string,
): Promise<string> {
  const source = await openFile(deps, field, address);
  try {
    return (await storeUpload(deps, { userId, source, accept: field.accept })).key;
  } catch (error) {
    source.destroy();
    // The remote server broke off half-way.
    throw isAppError(error) || !source.errored ? error : new AppError('file_not_found', { cause: error });
  }
}

async function openFile({ env }: UploadDeps, field: UploadField, address: string): Promise<Readable> {
  const inside = readDataAddress(address);
  if (inside) return inside;
  const { FAL_BASE_URL } = env;
  return openPublicFile(address, {
    // The local emulator serves its results from this machine, which the SSRF guard would refuse.
    trustedHosts: FAL_BASE_URL ? [new URL(FAL_BASE_URL).host] : [],
    timeoutMs: importTimeoutMs,
    maxBytes: maxUploadBytes(field.accept),
  });
}
