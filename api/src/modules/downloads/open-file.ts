import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ImageFormat, isAppError, maxImagePixels, maxImageSidePx } from '@atelier/contract';
import type { GenerationRow, OutputRow } from '@atelier/db';
import { toAltText, toMade, toRecipe } from '@atelier/generations';
import { reasonAgainst } from '@atelier/media';
import { getWorkFolder, streamFile, temporaryName } from '@atelier/storage';
import type { ApiDeps } from '../../deps.ts';
import type { DownloadPace } from './download-pace.ts';

export type FileDeps = Pick<ApiDeps, 'store' | 'zipMedia' | 'signer'> & {
  env: Pick<ApiDeps['env'], 'DATA_DIR'>;
  pace: DownloadPace;
};

export type OpenedFile =
  | { ok: true; contentType: string; source: Readable; close: () => Promise<void> }
  | { ok: false; reason: 'hidden_by_safety_check' | 'file_missing' | 'unreadable' };

/** Longer than for an upload: at low priority, a conversion waits for everything else on the machine. */
const convertTimeoutMs = 60_000;

const typeOf = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
type ConvertedType = (typeof typeOf)[keyof typeof typeOf];

type Wanted = {
  generation: GenerationRow;
  output: OutputRow;
  format: ImageFormat;
  /** The file says from which settings it was made. */
  hasRecipe: boolean;
};

/**
 * The file of a result, an image in the requested format. Call `close` whether it was read or not. A missing file is no
 * error.
 */
export async function openFile(deps: FileDeps, wanted: Wanted): Promise<OpenedFile> {
  const { output, format, hasRecipe } = wanted;
  if (output.is_flagged) return { ok: false, reason: 'hidden_by_safety_check' };
  const { storage_key: key, content_type: contentType } = output;
  const file = key === null ? undefined : await deps.store.find(key);
  if (key === null || !file) return { ok: false, reason: 'file_missing' };
  const isConverted = format !== 'original' && contentType.startsWith('image/');
  if (isConverted && typeOf[format] !== contentType)
    return convert(deps, wanted, { key, to: typeOf[format] });
  const isSigned = hasRecipe && deps.signer && !reasonAgainst(contentType, file.bytes);
  const copy = isSigned ? await signCopy(deps, wanted, key) : undefined;
  if (copy) return { ok: true, contentType, ...copy };
  const source = deps.store.read(key);
  return { ok: true, contentType, source, close: async () => void source.destroy() };
}

const listAssertions = ({ generation, hasRecipe }: Wanted) => ({
  made: toMade(generation),
  recipe: hasRecipe ? toRecipe(generation) : undefined,
  altText: hasRecipe ? toAltText(generation, { showsPrompt: true }) : undefined,
});

/** Returns undefined when the file cannot be signed. */
function signCopy(deps: FileDeps, wanted: Wanted, key: string): Promise<MadeFile | undefined> {
  return openMade(deps, async (folder) => {
    const [inputPath, outputPath] = [join(folder, 'in'), join(folder, 'signed')];
    await pipeline(deps.store.read(key), createWriteStream(inputPath));
    const files = { inputPath, parentPath: inputPath, outputPath };
    return (await deps.signer?.sign({ ...files, ...listAssertions(wanted) })) && outputPath;
  });
}

/**
 * Untrusted files are decoded in a child process only, one at a time, which needs the original on disk. The converted
 * file is signed as made from it.
 */
async function convert(
  deps: FileDeps,
  wanted: Wanted,
  { key, to }: { key: string; to: ConvertedType },
): Promise<OpenedFile> {
  const { store, zipMedia, signer } = deps;
  const limits = { maxSidePx: maxImageSidePx, maxPixels: maxImagePixels };
  try {
    const made = await openMade(deps, async (folder) => {
      const [inputPath, outputPath, signedPath] = [
        join(folder, 'in'),
        join(folder, 'out'),
        join(folder, 'signed'),
      ];
      await pipeline(store.read(key), createWriteStream(inputPath));
      const request = { inputPath, outputPath, contentType: to, ...limits };
      const written = await zipMedia.normalizeImage(request, { timeoutMs: convertTimeoutMs });
      if (!written.ok) return undefined;
      const files = { inputPath: outputPath, outputPath: signedPath, parentPath: inputPath };
      const about = { ...listAssertions(wanted), action: 'c2pa.converted' } as const;
      return (await signer?.sign({ ...files, ...about })) ? signedPath : outputPath;
    });
    if (made) return { ok: true, contentType: to, ...made };
  } catch (error) {
    if (!isAppError(error) || error.code !== 'media_unreadable') throw error;
  }
  return { ok: false, reason: 'unreadable' };
}

type MadeFile = { source: Readable; close: () => Promise<void> };

/** The file that `write` makes in a folder of its own, which goes with it; undefined when it makes none. */
async function openMade(
  { env, pace }: FileDeps,
  write: (folder: string) => Promise<string | undefined>,
): Promise<MadeFile | undefined> {
  const folder = join(getWorkFolder(env), temporaryName());
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const path = await pace.convert(async () => {
      await mkdir(folder, { recursive: true });
      return write(folder);
    });
    if (path === undefined) {
      await removeFolder();
      return undefined;
    }
    const source = streamFile(path);
    const close = async () => {
      source.destroy();
      await removeFolder();
    };
    return { source, close };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
