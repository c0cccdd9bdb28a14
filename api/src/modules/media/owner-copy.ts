import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findRecipeSource } from '@atelier/db';
import { madeOf, recipeOf } from '@atelier/generations';
import { reasonAgainst } from '@atelier/media';
import { temporaryName, workFolderOf } from '@atelier/storage';
import pLimit from 'p-limit';
import type { RouteDeps } from '../../api.ts';
import { copyFromStore } from '../generations/finished-file.ts';

/**
 * The next copy comes from the store while one is signed, and no more of them are on disk. Apart from the conversions for
 * zips, behind which a single download would wait for a minute.
 */
const copySlots = pLimit(2);

type Wanted = { key: string; userId: string; contentType: string; bytes: number };

/**
 * The copy of a result that its owner downloads, which also says from which settings it was made. Undefined: it is the
 * stored file, because the user wants no settings in it, it is not a result of that user, or it cannot be signed. The copy goes
 * when its stream closes, and the next one has other bytes.
 */
export async function makeOwnerCopy(
  deps: RouteDeps,
  { key, userId, contentType, bytes }: Wanted,
): Promise<{ source: Readable; bytes: number } | undefined> {
  const { signer } = deps;
  if (!signer || reasonAgainst(contentType, bytes)) return undefined;
  const row = await findRecipeSource(deps.db.pool, { key, userId });
  if (!row) return undefined;
  const folder = join(workFolderOf(deps.env), temporaryName());
  const [path, outputPath] = [join(folder, 'stored'), join(folder, 'copy')];
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const signed = await copySlots(async () => {
      await mkdir(folder, { recursive: true });
      await copyFromStore(deps.store, key, path);
      const request = { inputPath: path, parentPath: path, outputPath };
      return signer.sign({ ...request, made: madeOf(row), recipe: recipeOf(row) });
    });
    if (!signed) {
      await removeFolder();
      return undefined;
    }
    const source = createReadStream(outputPath);
    source.once('close', () => void removeFolder());
    return { source, bytes: signed.bytes };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
