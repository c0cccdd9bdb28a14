import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ImageFormat, isAppError, maxImagePixels, maxImageSidePx } from '@atelier/contract';
import type { GenerationRow, OutputRow } from '@atelier/db';
import { madeOf } from '@atelier/generations';
import { temporaryName, workFolderOf } from '@atelier/storage';
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

/** The file of a result, an image in the requested format. Call `close` whether it was read or not. A missing file is no error. */
export async function openFile(
  deps: FileDeps,
  { generation, output, format }: { generation: GenerationRow; output: OutputRow; format: ImageFormat },
): Promise<OpenedFile> {
  if (output.is_flagged) return { ok: false, reason: 'hidden_by_safety_check' };
  const { storage_key: key, content_type: contentType } = output;
  if (key === null || !(await deps.store.find(key))) return { ok: false, reason: 'file_missing' };
  const isImage = contentType.startsWith('image/');
  const wanted = format === 'original' || !isImage ? contentType : typeOf[format];
  if (wanted !== contentType) return convert(deps, generation, { key, contentType: wanted as ConvertedType });
  const source = deps.store.read(key);
  return { ok: true, contentType, source, close: async () => void source.destroy() };
}

/**
 * Untrusted files are decoded in a child process only, one at a time, which needs the original on disk. The converted
 * file is signed as made from it.
 */
async function convert(
  { env, store, zipMedia, signer, pace }: FileDeps,
  generation: GenerationRow,
  { key, contentType }: { key: string; contentType: ConvertedType },
): Promise<OpenedFile> {
  const folder = join(workFolderOf(env), temporaryName());
  const [inputPath, outputPath, signedPath] = [
    join(folder, 'in'),
    join(folder, 'out'),
    join(folder, 'signed'),
  ];
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const limits = { maxSidePx: maxImageSidePx, maxPixels: maxImagePixels };
    const request = { inputPath, outputPath, contentType, ...limits };
    const written = await pace.convert(async () => {
      await mkdir(folder, { recursive: true });
      await pipeline(store.read(key), createWriteStream(inputPath));
      const written = await zipMedia.normalizeImage(request, { timeoutMs: convertTimeoutMs });
      const files = { inputPath: outputPath, outputPath: signedPath, parentPath: inputPath };
      const about = { made: madeOf(generation), action: 'c2pa.converted' } as const;
      const isSigned = written.ok && (await signer?.sign({ ...files, ...about })) !== undefined;
      return { ok: written.ok, path: isSigned ? signedPath : outputPath };
    });
    if (written.ok) {
      const source = createReadStream(written.path);
      const close = async () => {
        source.destroy();
        await removeFolder();
      };
      return { ok: true, contentType, source, close };
    }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'media_unreadable') {
      await removeFolder();
      throw error;
    }
  }
  await removeFolder();
  return { ok: false, reason: 'unreadable' };
}
