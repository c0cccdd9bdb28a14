import { AppError, type UploadAccept } from '@atelier/contract';
import { isAccepted, unsupportedFile } from './accepted-type.ts';
import { findOwnFile } from './resolve-input-files.ts';
import type { UploadDeps } from './store-upload.ts';

/** A file of the user's own. `url` has no host, so that it stays valid when PUBLIC_URL changes. */
export type OwnMedia = { url: string; type: string; seconds: number | null; outputId: string | undefined };

/** Finds the file at an address. Throws file_not_found or unsupported_file with the `path` of the address. */
export type FindOwnMedia = (address: string, path: string, accept: UploadAccept) => Promise<OwnMedia>;

/** Looks each address up once. */
export function createOwnMediaFinder(deps: UploadDeps, userId: string): FindOwnMedia {
  const files = new Map<string, Promise<OwnMedia>>();
  return async (address, path, accept) => {
    const found = files.get(address) ?? findFile(deps, userId, address);
    files.set(address, found);
    return assertFits(await found, path, accept);
  };
}

/** Resolves to a file without a type when there is none: the place that names it is not known here. */
async function findFile(deps: UploadDeps, userId: string, address: string): Promise<OwnMedia> {
  const key = deps.mediaAddresses.parseKey(address);
  const file = key === undefined ? undefined : await findOwnFile(deps, userId, key);
  return {
    url: `/media/${key}`,
    type: file?.type ?? '',
    seconds: file?.seconds ?? null,
    outputId: file?.source?.outputId,
  };
}

function assertFits(file: OwnMedia, path: string, accept: UploadAccept): OwnMedia {
  if (file.type === '') throw new AppError('file_not_found', { details: { path } });
  if (isAccepted(file.type, accept)) return file;
  const { code, message, details } = unsupportedFile(accept);
  throw new AppError(code, { message, details: { ...details, path } });
}
