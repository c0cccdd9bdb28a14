import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, type Recipe } from '@atelier/contract';
import { findRecipeSource, type GenerationRow } from '@atelier/db';
import { toAltText, toMade, toRecipe } from '@atelier/generations';
import { reasonAgainst } from '@atelier/media';
import { copyFromStore, getWorkFolder, streamFile, temporaryName } from '@atelier/storage';
import type { FastifyReply } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { RouteDeps } from '../../api.ts';

/**
 * The next copy comes from the store while one is signed, and no more of them are on disk. Apart from the conversions for
 * zips, behind which a single download would wait for a minute.
 */
const ownerSlots = pLimit(2);

type StoredFile = { key: string; contentType: string; bytes: number };
export type FileCopy = { source: Readable; bytes: number };

/**
 * The copy of a result that its owner downloads, which also says from which settings it was made. Undefined: it is the
 * stored file, because the user wants no settings in it, it is not a result of that user, or it cannot be signed.
 */
export async function makeOwnerCopy(
  deps: RouteDeps,
  file: StoredFile & { userId: string },
): Promise<FileCopy | undefined> {
  if (!isSignable(deps, file)) return undefined;
  const row = await findRecipeSource(deps.db.pool, file);
  if (!row) return undefined;
  return makeCopy(deps, {
    ...file,
    row,
    recipe: toRecipe(row),
    altText: toAltText(row, { showsPrompt: true }),
    slots: ownerSlots,
  });
}

/** Whether a copy could be made: everything else costs a query. */
export function isSignable({ signer }: RouteDeps, { contentType, bytes }: StoredFile): boolean {
  return signer !== undefined && !reasonAgainst(contentType, bytes);
}

type Wanted = StoredFile & { row: GenerationRow; recipe: Recipe; altText: string; slots: LimitFunction };

/** A stored file with a recipe in it. It goes when its stream closes, and the next one has other bytes. */
export async function makeCopy(
  deps: RouteDeps,
  { key, row, recipe, altText, slots }: Wanted,
): Promise<FileCopy | undefined> {
  const folder = join(getWorkFolder(deps.env), temporaryName());
  const [path, outputPath] = [join(folder, 'stored'), join(folder, 'copy')];
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const signed = await slots(async () => {
      await mkdir(folder, { recursive: true });
      await copyFromStore(deps.store, key, path);
      const request = { inputPath: path, parentPath: path, outputPath };
      return deps.signer?.sign({ ...request, made: toMade(row), recipe, altText });
    });
    if (!signed) {
      await removeFolder();
      return undefined;
    }
    const source = streamFile(outputPath);
    source.once('close', () => void removeFolder());
    return { source, bytes: signed.bytes };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Each copy has other bytes, so there are no ranges and nothing is kept. */
export function sendCopy(reply: FastifyReply, { source, bytes }: FileCopy): FastifyReply {
  if (reply.raw.destroyed) {
    source.destroy();
    throw new AppError('request_aborted');
  }
  return reply
    .headers({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' })
    .headers({ 'content-length': bytes, 'accept-ranges': 'none' })
    .send(source);
}
