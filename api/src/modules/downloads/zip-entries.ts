import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ImageFormat } from '@atelier/contract';
import type { GenerationRow, GenerationWithOutputs, OutputRow } from '@atelier/db';
import { extensionOf } from '@atelier/storage';
import { ZipFile } from 'yazl';
import { type DownloadPace, pacedBytes } from '../downloads/download-pace.ts';
import { type ImageDeps, openImage } from './open-image.ts';

type ZipEntry = { name: string; source: Readable; modifiedAt: Date };

/**
 * A zip of entries, written one at a time at the reader's pace and never held in memory. Files are stored uncompressed,
 * because images already are compressed. When the reader goes away, the current entry is closed and `entries` ends; an
 * entry that fails destroys the zip.
 */
export function zipEntries(entries: AsyncGenerator<ZipEntry>, pace: DownloadPace): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = new AbortController();
  output.once('close', () => stop.abort());
  zip.once('error', (error: Error) => output.destroy(error));
  addAll(zip, paced(entries, pace), stop.signal).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function addAll(zip: ZipFile, entries: AsyncGenerator<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, source, modifiedAt } of entries) {
    addAbortSignal(signal, source);
    const isRead = finished(source, { writable: false });
    zip.addReadStream(source, name, { compress: false, mtime: modifiedAt });
    await isRead;
  }
}

async function* paced(entries: AsyncGenerator<ZipEntry>, pace: DownloadPace): AsyncGenerator<ZipEntry> {
  for await (const { source, ...entry } of entries) yield { ...entry, source: pacedBytes(source, pace) };
}

type Wanted = { ids: readonly string[]; own: readonly GenerationWithOutputs[]; format: ImageFormat };
type Missing = { generation_id: string; image?: number; reason: string };

/**
 * The files of a zip: each image under a readable name, opened when its turn comes, and finally `manifest.json` with the
 * settings of every image and the reasons why some are missing.
 */
export async function* listEntries(deps: ImageDeps, { ids, own, format }: Wanted): AsyncGenerator<ZipEntry> {
  const images: object[] = [];
  const known = new Set(own.map(({ generation }) => generation.id));
  const missing: Missing[] = ids
    .filter((id) => !known.has(id))
    .map((id) => ({ generation_id: id, reason: 'not_found' }));
  for (const { generation, outputs } of own) {
    if (outputs.length === 0) missing.push({ generation_id: generation.id, reason: 'no_image' });
    for (const output of outputs) {
      const opened = await openImage(deps, output, format);
      if (!opened.ok) {
        missing.push({ generation_id: generation.id, image: output.position + 1, reason: opened.reason });
        continue;
      }
      const name = entryName(generation, output, opened.contentType);
      try {
        yield { name, source: opened.source, modifiedAt: generation.created_at };
      } finally {
        await opened.close();
      }
      images.push(manifestLine(name, generation, output));
    }
  }
  const manifest = { created_at: new Date().toISOString(), format, images, missing };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  yield { name: 'manifest.json', source: Readable.from([Buffer.from(text)]), modifiedAt: new Date() };
}

const maxWordsCodePoints = 60;

/** Day, prompt, end of the generation's id, number of the image: readable and unique within the zip. */
function entryName(generation: GenerationRow, output: OutputRow, contentType: string): string {
  const day = generation.created_at.toISOString().slice(0, 10);
  const words = generation.prompt.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'image';
  const cut = [...words].slice(0, maxWordsCodePoints).join('').replace(/-$/, '');
  const id = generation.id.slice(-8);
  return `${day}_${cut}_${id}-${output.position + 1}.${extensionOf(contentType)}`;
}

function manifestLine(file: string, generation: GenerationRow, output: OutputRow): object {
  return {
    file,
    generation_id: generation.id,
    image: output.position + 1,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    model: generation.model,
    mode: generation.mode,
    width: output.width,
    height: output.height,
    created_at: generation.created_at.toISOString(),
    tags: generation.tags,
    parameters: generation.input,
    adjustments: generation.adjustments,
  };
}
